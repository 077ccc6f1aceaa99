import { describe, expect, it } from 'vitest';
import { createWorld, DEFAULT_SEED } from '../../../src/sandbox/world/world.ts';
import { later, projectNamed, START } from './story.ts';

const HOUR = 3_600_000;

describe.each(['Acme', 'Tidewater'])('the threads of %s', (name) => {
  const { leads, thread, script } = projectNamed(name);

  it('can all be read, also a month later, and agree with what the service says of them', () => {
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

  it('stay what they are while they grow', () => {
    const [best] = leads.at(START);
    const [now, then] = [START, later(20)].map((at) => thread(best?.url ?? '', at));
    expect(then?.question).toBe(now?.question);
    expect(then?.replies.slice(0, now?.replies.length)).toEqual(now?.replies);
  });

  it('have replies only once somebody could have written one', () => {
    const [best] = leads.at(START);
    expect(thread(best?.url ?? '', (best?.postedAt ?? 0) + HOUR / 60)?.replies).toEqual([]);
    expect(thread(best?.url ?? '', later(3))?.replies.length).toBeGreaterThan(0);
  });

  it('with words of their own are those that there are', () => {
    const { known, next, texts } = script.threads;
    const titles = [...known, ...next].map(({ title }) => title);
    expect(Object.keys(texts.byTitle).filter((title) => !titles.includes(title))).toEqual([]);
  });

  it('no other address has one', () => {
    expect(thread('https://www.reddit.com/r/devops/', START)).toBeUndefined();
  });
});

it('is found whichever project it is of', () => {
  const world = createWorld({ seed: DEFAULT_SEED, start: START });
  for (const { leads } of world.projects) {
    const [best] = leads.at(START);
    expect(world.thread(best?.url ?? '', START)?.title).toBe(best?.title);
  }
});
