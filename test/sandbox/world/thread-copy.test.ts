import { describe, expect, it } from 'vitest';
import { createWorld, DEFAULT_SEED } from '../../../src/sandbox/world/world.ts';
import { later, projectNamed, START } from './story.ts';

const HOUR = 3_600_000;

describe.each(['Acme', 'Tidewater'])('thread copies of %s', (name) => {
  const { leads, thread, script } = projectNamed(name);

  it('exist for every lead, also weeks later, and agree with it', () => {
    for (const day of [0, 20, 50]) {
      for (const { url, title, community, author, comments, postedAt } of leads.at(later(day))) {
        const copy = thread(url, later(day)) ?? expect.fail(`There is no copy of ${title}.`);
        expect(copy).toMatchObject({ title, community, author, comments, postedAt });
        expect(copy.question.length).toBeGreaterThan(40);
        expect(copy.replies.length).toBeLessThanOrEqual(comments);
        for (const reply of copy.replies) {
          expect(reply.postedAt).toBeGreaterThan(postedAt);
          expect(reply.postedAt).toBeLessThanOrEqual(later(day));
        }
      }
    }
  });

  it('keep their text while they grow', () => {
    const [best] = leads.at(START);
    const [now, then] = [START, later(20)].map((at) => thread(best?.url ?? '', at));
    expect(then?.question).toBe(now?.question);
    expect(then?.replies.slice(0, now?.replies.length)).toEqual(now?.replies);
  });

  it('have no replies before anybody could have written one', () => {
    const [best] = leads.at(START);
    expect(thread(best?.url ?? '', (best?.postedAt ?? 0) + HOUR / 60)?.replies).toEqual([]);
    expect(thread(best?.url ?? '', later(3))?.replies.length).toBeGreaterThan(0);
  });

  it('with their own text belong to scripted threads', () => {
    const { known, next, texts } = script.threads;
    const titles = [...known, ...next].map(({ title }) => title);
    expect(Object.keys(texts.byTitle).filter((title) => !titles.includes(title))).toEqual([]);
  });

  it('do not exist for other addresses', () => {
    expect(thread('https://www.reddit.com/r/devops/', START)).toBeUndefined();
  });
});

it('a thread is found in any project', () => {
  const world = createWorld({ seed: DEFAULT_SEED, start: START });
  for (const { leads } of world.projects) {
    const [best] = leads.at(START);
    expect(world.thread(best?.url ?? '', START)?.title).toBe(best?.title);
  }
});
