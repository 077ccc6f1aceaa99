import { describe, expect, it } from 'vitest';
import { createMetrics } from '../src/metrics.ts';
import { figuresIn } from './support/idle.ts';

const NOTHING = { slotsDue: 0, outboxPending: 0, oldestSeconds: 0 };

describe('/metrics', () => {
  it('has every metric from the start', async () => {
    const text = await createMetrics(async () => NOTHING).text();
    for (const name of [
      'sightline_clock_seconds',
      'sightline_slots_due',
      'sightline_outbox_pending',
      'sightline_outbox_oldest_seconds',
      'sightline_project_last_success_seconds',
      'sightline_posts_total',
    ]) {
      expect(text).toContain(`# TYPE ${name} `);
    }
    expect(text).toMatch(/^sightline_slots_due 0$/m);
  });

  it('gives times in seconds and posts by kind and outcome', async () => {
    const metrics = createMetrics(async () => NOTHING);
    metrics.setTickTime(1_764_000_000_500);
    metrics.setPollTime('Acme', 1_764_000_000_000);
    metrics.countPost('lead_digest', 'sent');
    metrics.countPost('lead_digest', 'sent');
    metrics.countPost('score_alert', 'failed');
    const text = await metrics.text();
    expect(text).toMatch(/^sightline_clock_seconds 1764000000\.5$/m);
    expect(text).toMatch(/^sightline_project_last_success_seconds\{project="Acme"\} 1764000000$/m);
    expect(text).toMatch(/^sightline_posts_total\{kind="lead_digest",outcome="sent"\} 2$/m);
    expect(text).toMatch(/^sightline_posts_total\{kind="score_alert",outcome="failed"\} 1$/m);
  });

  it('asks the store at each scrape', async () => {
    let slotsDue = 2;
    const metrics = createMetrics(async () => ({ slotsDue, outboxPending: 3, oldestSeconds: 4.5 }));
    const before = await metrics.text();
    expect(before).toMatch(/^sightline_slots_due 2$/m);
    expect(before).toMatch(/^sightline_outbox_pending 3$/m);
    expect(before).toMatch(/^sightline_outbox_oldest_seconds 4\.5$/m);
    slotsDue = 0;
    expect(await metrics.text()).toMatch(/^sightline_slots_due 0$/m);
  });

  it('gives the last tick before the store was read', async () => {
    const metrics = createMetrics(async () => {
      metrics.setTickTime(60_000);
      return NOTHING;
    });
    metrics.setTickTime(1_000);
    expect(await metrics.text()).toMatch(/^sightline_clock_seconds 1$/m);
    expect(await metrics.text()).toMatch(/^sightline_clock_seconds 60$/m);
  });

  it('counts each bot in a process apart', async () => {
    const [one, other] = [createMetrics(async () => NOTHING), createMetrics(async () => NOTHING)];
    one.countPost('lead_digest', 'sent');
    expect(await other.text()).not.toContain('lead_digest');
  });

  it('doesn’t call a store up that takes no writes', async () => {
    const metrics = createMetrics(() =>
      Promise.resolve({ ...NOTHING, takesWrites: false, storeBytes: 4096 }),
    );
    const figures = figuresIn(await metrics.text());
    expect(figures('sightline_store_up')).toBe(0);
    expect(figures('sightline_store_bytes')).toBe(4096);
  });

  it('leaves out the store’s figures if it doesn’t answer', async () => {
    let isGone = false;
    const metrics = createMetrics(() =>
      isGone
        ? Promise.reject(new Error('the store is gone'))
        : Promise.resolve({ ...NOTHING, storeBytes: 4096, feedsPaused: { person: 1, sightline: 2 } }),
    );
    metrics.countPost('lead_digest', 'sent');
    const there = figuresIn(await metrics.text());
    expect(there('sightline_store_up')).toBe(1);
    expect(there('sightline_store_bytes')).toBe(4096);
    expect(there('sightline_feeds_paused{by="sightline"}')).toBe(2);
    isGone = true;
    const gone = figuresIn(await metrics.text());
    expect(gone('sightline_store_up')).toBe(0);
    for (const name of [
      'sightline_slots_due',
      'sightline_outbox_pending',
      'sightline_outbox_oldest_seconds',
      'sightline_store_bytes',
      'sightline_feeds_paused{by="person"}',
      'sightline_feeds_paused{by="sightline"}',
    ])
      expect(gone(name)).toBeNaN();
    expect(gone('sightline_posts_total{kind="lead_digest",outcome="sent"}')).toBe(1);
  });

  it('counts requests to the API by operation and outcome, with their duration', async () => {
    const metrics = createMetrics(async () => NOTHING);
    metrics.countApiRequest('GET /engines', 'ok', 40);
    metrics.countApiRequest('GET /engines', 'visibility_unavailable', 4_000);
    const figure = figuresIn(await metrics.text());
    expect(figure('sightline_api_requests_total{operation="GET /engines",outcome="ok"}')).toBe(1);
    expect(figure('sightline_api_request_seconds_bucket{le="0.1",operation="GET /engines"}')).toBe(1);
    expect(figure('sightline_api_request_seconds_bucket{le="10",operation="GET /engines"}')).toBe(2);
    expect(figure('sightline_api_request_seconds_sum{operation="GET /engines"}')).toBeCloseTo(4.04);
  });

  it('includes the process, and a socket only in Socket Mode', async () => {
    const text = await createMetrics(async () => NOTHING).text();
    expect(text).toMatch(/^sightline_process_resident_memory_bytes \d+$/m);
    expect(text).toMatch(/^# TYPE sightline_nodejs_eventloop_lag_p99_seconds gauge$/m);
    expect(text).toMatch(/^sightline_build_info\{version="[\d.]+",node="v24[\d.]+"\} 1$/m);
    expect(text).not.toMatch(/^sightline_slack_socket_open /m);
    const over = await createMetrics(async () => ({ ...NOTHING, socketIsOpen: false })).text();
    expect(over).toMatch(/^sightline_slack_socket_open 0$/m);
  });
});
