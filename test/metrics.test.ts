import { describe, expect, it } from 'vitest';
import { createMetrics } from '../src/metrics.ts';

const NOTHING = { slotsDue: 0, outboxPending: 0, oldestSeconds: 0 };

describe('what /metrics says', () => {
  it('has every metric from the start, before anything happened', async () => {
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

  it('tells times in seconds and posts by kind and outcome', async () => {
    const metrics = createMetrics(async () => NOTHING);
    metrics.ticked(1_764_000_000_500);
    metrics.polled('Acme', 1_764_000_000_000);
    metrics.posted('lead_digest', 'sent');
    metrics.posted('lead_digest', 'sent');
    metrics.posted('score_alert', 'failed');
    const text = await metrics.text();
    expect(text).toMatch(/^sightline_clock_seconds 1764000000\.5$/m);
    expect(text).toMatch(/^sightline_project_last_success_seconds\{project="Acme"\} 1764000000$/m);
    expect(text).toMatch(/^sightline_posts_total\{kind="lead_digest",outcome="sent"\} 2$/m);
    expect(text).toMatch(/^sightline_posts_total\{kind="score_alert",outcome="failed"\} 1$/m);
  });

  it('asks the store anew each time it is read', async () => {
    let slotsDue = 2;
    const metrics = createMetrics(async () => ({ slotsDue, outboxPending: 3, oldestSeconds: 4.5 }));
    const before = await metrics.text();
    expect(before).toMatch(/^sightline_slots_due 2$/m);
    expect(before).toMatch(/^sightline_outbox_pending 3$/m);
    expect(before).toMatch(/^sightline_outbox_oldest_seconds 4\.5$/m);
    slotsDue = 0;
    expect(await metrics.text()).toMatch(/^sightline_slots_due 0$/m);
  });

  it('of one bot does not count the posts of another in the same process', async () => {
    const [one, other] = [createMetrics(async () => NOTHING), createMetrics(async () => NOTHING)];
    one.posted('lead_digest', 'sent');
    expect(await other.text()).not.toContain('lead_digest');
  });

  it('fails where the store does, instead of telling old figures', async () => {
    const metrics = createMetrics(() => Promise.reject(new Error('the store is gone')));
    await expect(metrics.text()).rejects.toThrow('the store is gone');
  });
});
