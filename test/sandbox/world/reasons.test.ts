import { describe, expect, it } from 'vitest';
import { dayOf, type Lead } from '../../../src/sandbox/world/rows.ts';
import { DEFAULT_SEED, type Project } from '../../../src/sandbox/world/world.ts';
import { later, projectNamed, START } from './story.ts';

const DAYS = 120;

/** Every lead of the first months that has a reason. */
function collectReasons(project: Project): { title: string; reason: string; lead: Lead }[] {
  const byId = new Map<string, Lead>();
  for (let day = 0; day <= DAYS; day += 1) {
    for (const lead of project.leads.at(later(day))) byId.set(lead.id, lead);
  }
  return [...byId.values()].flatMap((lead) =>
    lead.reason === null ? [] : [{ title: lead.title, reason: lead.reason, lead }],
  );
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const phraseOf = (text: string) => ` ${wordsOf(text).join(' ')} `;
const named = (text: string, name: string) => phraseOf(text).includes(phraseOf(name));
const quotedAfter = (what: RegExp, reason: string) =>
  Array.from(reason.matchAll(new RegExp(`${what.source} “([^”]+)”`, 'gi')), ([, quoted = '']) => quoted);

/** Treats "recommended" like "recommendations" and "right-sizing" like "rightsizing". */
const STEM = 6;
const stemsOf = (text: string) => wordsOf(text.replaceAll('-', '')).map((word) => word.slice(0, STEM));

/** The days, counted from the start, on which the topic's figures contradict the claim. */
function findContradictions(
  project: Project,
  { from, to }: { from: number; to: number },
  label: string | undefined,
  isSo: (picture: Picture) => boolean,
): number[] {
  const days = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  return days.filter((day) => {
    const picture = project.topics(later(day)).find(({ topic }) => topic.label === label);
    return picture === undefined || !isSo(picture);
  });
}

/** The days on which the lead is listed, not counting any before the start. */
function listedDays({ discoveredAt }: Lead): { from: number; to: number } {
  const found = dayOf(discoveredAt) - dayOf(START);
  return { from: Math.max(0, found), to: found + 29 };
}

type Picture = ReturnType<Project['topics']>[number];

const isAhead = ({ entities }: Picture, rival: string, own: string) => {
  const placeOf = (name: string) => entities.findIndex(({ entity }) => entity === name);
  return placeOf(rival) !== -1 && placeOf(rival) < placeOf(own);
};

/** Whether most of the engine's answers on the topic name the brand first. */
const isNamedFirst = ({ byEngine }: Picture, engine: string) =>
  byEngine.some(({ engine: each, own }) => each.displayName === engine && own.topPicks > own.answers / 2);

describe.each(['Acme', 'Tidewater'])('the reasons for leads of %s', (name) => {
  describe.each([DEFAULT_SEED, 1, 2])('with seed %i', (seed) => {
    const project = projectNamed(name, seed);
    const leads = collectReasons(project);
    const prompts = project.prompts.all().map(({ text }) => text);
    const labels = project.script.topics.map(({ label }) => label);

    it('name prompts and topics that exist', () => {
      for (const { reason } of leads) {
        for (const quoted of quotedAfter(/prompt/, reason)) expect(prompts).toContain(quoted);
        for (const quoted of quotedAfter(/topic/, reason)) expect(labels).toContain(quoted);
      }
    });

    it('say “word for word” only if the title has the words', () => {
      for (const { title, reason } of leads) {
        const claims = reason.match(/word for word/gi) ?? [];
        const phrases = quotedAfter(/word for word your prompt/, reason);
        expect(phrases, reason).toHaveLength(claims.length);
        for (const prompt of phrases) expect(phraseOf(title)).toContain(phraseOf(prompt));
        for (const prompt of quotedAfter(/all the words of your prompt/, reason))
          expect(wordsOf(title)).toEqual(expect.arrayContaining(wordsOf(prompt)));
      }
    });

    it('claim to match a prompt only if the title has a word of it', () => {
      for (const { title, reason } of leads) {
        for (const prompt of quotedAfter(/matches your prompt/, reason)) {
          const shared = stemsOf(prompt).filter((stem) => stemsOf(title).includes(stem));
          expect(shared, `${title} / ${reason}`).not.toEqual([]);
        }
      }
    });

    it('name no prompt about one product for a title about a competing one', () => {
      const kinds = Object.values(project.script.threads.words);
      for (const { title, reason } of leads) {
        for (const prompt of quotedAfter(/prompt/, reason)) {
          const about = kinds.filter((kind) =>
            kind.some((each) => named(prompt, each) && !named(title, each)),
          );
          const others = about.flatMap((kind) => kind.filter((each) => named(title, each)));
          expect(others, `${title} / ${reason}`).toEqual([]);
        }
      }
    });

    it('agree with the topic’s figures about who is ahead or named first, for as long as they are listed', () => {
      for (const { reason, lead } of leads) {
        const [label] = quotedAfter(/topic/, reason);
        const [, rival] = reason.match(/where (\w+) is ahead of you/) ?? [];
        const [, engine] = reason.match(/you are named first on (\w+)/) ?? [];
        const claims = [
          ...(rival === undefined ? [] : [(one: Picture) => isAhead(one, rival, name)]),
          ...(engine === undefined ? [] : [(one: Picture) => isNamedFirst(one, engine)]),
        ];
        const wrong = claims.flatMap((isSo) => findContradictions(project, listedDays(lead), label, isSo));
        expect(wrong, reason).toEqual([]);
        expect(/ahead|named first/.test(reason), reason).toBe(claims.length > 0);
      }
    });

    it('do not say at once that nobody and that somebody is named', () => {
      for (const { reason } of leads)
        expect(reason).not.toMatch(
          /(no tool is named|without names|nobody has named).*is named in the replies/i,
        );
    });

    it('are varied, and short enough for a list', () => {
      const firstWeek = leads.filter(({ lead }) => lead.discoveredAt <= later(7));
      const counts = [...Map.groupBy(firstWeek, ({ reason }) => reason).values()].map(({ length }) => length);
      expect(Math.max(...counts)).toBeLessThanOrEqual(3);
      for (const { reason } of leads) expect(reason.length).toBeLessThanOrEqual(130);
    });
  });

  it('quote a prompt whose words are in the title at least once', () => {
    const reasons = collectReasons(projectNamed(name)).map(({ reason }) => reason);
    expect(reasons.some((reason) => /(word for word|all the words of) your prompt/i.test(reason))).toBe(true);
  });

  it('for suggested prompts agree with the topics too', () => {
    const project = projectNamed(name);
    for (const { reason } of project.script.suggestedPrompts) {
      const [label] = quotedAfter(/topic/, reason);
      if (label === undefined) continue;
      const [, rival = ''] = reason.match(/where (\w+) is ahead of you/) ?? [];
      expect(
        findContradictions(project, { from: 0, to: 14 }, label, (one) => isAhead(one, rival, name)),
        reason,
      ).toEqual([]);
    }
  });
});
