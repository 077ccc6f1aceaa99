/** What the operator and the tests see of the bot from outside: Prometheus metrics, served by serve.ts. */
import { Counter, Gauge, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** What is pending in the store, read when somebody looks. */
export type Backlog = { slotsDue: number; outboxPending: number; oldestSeconds: number };

/** One registry per bot, so that several can live in one process. `backlog` is asked at every scrape. */
export function createMetrics(backlog: () => Promise<Backlog>) {
  const registers = [new Registry()];
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });

  const clock = gauge('sightline_clock_seconds', 'Time of the last finished tick');
  const slotsDue = gauge('sightline_slots_due', 'Slots that are due and not done');
  const pending = gauge('sightline_outbox_pending', 'Posts and edits that Slack has not confirmed yet');
  const oldest = gauge('sightline_outbox_oldest_seconds', 'Age of the oldest unsent post');
  const lastSuccess = gauge('sightline_project_last_success_seconds', 'Time of the last good poll', [
    'project',
  ]);
  const skew = gauge(
    'sightline_slack_clock_skew_seconds',
    'By how much the clock of this machine is ahead of Slack’s; missing until Slack has answered',
  );
  skew.remove();
  const posts = new Counter({
    name: 'sightline_posts_total',
    help: 'Posts by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers,
  });

  return {
    ticked: (nowMs: number) => clock.set(nowMs / 1000),
    skewed: (aheadMs: number) => skew.set(aheadMs / 1000),
    polled: (project: string, nowMs: number) => lastSuccess.set({ project }, nowMs / 1000),
    posted: (kind: string, outcome: string) => posts.inc({ kind, outcome }),
    /** The text that /metrics answers. */
    async text(): Promise<string> {
      const state = await backlog();
      slotsDue.set(state.slotsDue);
      pending.set(state.outboxPending);
      oldest.set(state.oldestSeconds);
      const [registry] = registers;
      return registry ? registry.metrics() : '';
    },
  };
}
