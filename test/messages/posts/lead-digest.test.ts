import { describe, expect, test } from 'vitest';
import type { LeadDigest } from '../../../src/decision.ts';
import { render } from '../../../src/outbox/post-kinds.ts';
import { DIGEST, STANDING } from '../cast.ts';
import { buttonsOf, wordsOf } from '../reading.ts';

function draw(changes: Partial<LeadDigest> = {}): string[] {
  return wordsOf(render({ ...DIGEST, ...changes }, STANDING).blocks);
}

test('a digest is a summary, one section for each lead and a footer', () => {
  expect(draw()).toEqual([
    '*Acme leads* · Fri 20 Nov · *3 new* · 31 in all, average score 58',
    '*1.* <https://forum.example/devops/1|How do you alert on Kubernetes cost spikes?>\n' +
      'r/devops · 5 h old · score 91 · new · L412\n' +
      'Asks for what your prompt “k8s cost alerts” covers.',
    '*2.* <https://news.example/2|Best CRM for a team of five?>\n' +
      'Hacker News · 1 d old · score 84 · new · L398\n' +
      'Matches topic “pricing”.',
    '*3.* <https://forum.example/saas/3|Leaving Globex, what next?>\n' +
      'r/saas · no date given · no score · new · L377\n' +
      'Why: the API gave no reason.',
    'Weekdays at 9:00 Europe/Berlin · 6 left out below 60 · change: /visibility subscriptions',
  ]);
});

test('every open lead has its button, which says to a listener which lead it is', () => {
  const { blocks } = render(DIGEST, STANDING);
  expect(buttonsOf(blocks)).toEqual([
    'I’ll reply',
    'I’ll reply',
    'I’ll reply',
    'Dismiss several…',
    'Snooze…',
  ]);
  expect(JSON.stringify(blocks)).toContain('Claim lead 1, How do you alert on Kubernetes cost spikes?');
});

test('the notification says the best, then every lead in a line', () => {
  expect(render(DIGEST, STANDING).text.split('\n')).toEqual([
    'Acme: 3 new leads. Best: 91, “How do you alert on Kubernetes cost spikes?”, r/devops, 5 hours old.',
    '1. How do you alert on Kubernetes cost spikes? · r/devops, 5 hours old, score 91, L412',
    '2. Best CRM for a team of five? · Hacker News, 1 day old, score 84, L398',
    '3. Leaving Globex, what next? · r/saas, no date given, no score, L377',
    '31 in all, average score 58 · Weekdays at 9:00 Europe/Berlin · 6 left out below 60 · change: /visibility subscriptions',
  ]);
});

test('to a listener a lead says how its score moved and since when it is there, as its row does', () => {
  const [first, ...rest] = DIGEST.leads;
  const moved = { ...first, key: 'id:1', previousScore: 88, scoreSince: DIGEST.at, firstSeenAt: DIGEST.at };
  expect(render({ ...DIGEST, leads: [moved, ...rest] }, STANDING).text).toContain(
    'score 91, up 3 since Fri, first seen Fri, L412',
  );
});

test('a listener hears of warm leads, and how many more there are', () => {
  const warm = Array.from({ length: 5 }, (_, i) => ({ key: `w${i}`, title: `Warm ${i}`, place: 'r/saas' }));
  const lines = render({ ...DIGEST, warm }, STANDING).text.split('\n');
  expect(lines).toContain('Warm: Warm 0 · r/saas · AI engines already cite this thread.');
  expect(lines).toContain('2 more warm: /visibility leads warm');
});

test('a long title gives way to the words around it, not the other way round', () => {
  const [first, ...rest] = DIGEST.leads;
  const leads = [{ ...first, key: 'id:1', title: 'why '.repeat(60) }, ...rest];
  const [summary = ''] = render({ ...DIGEST, leads }, STANDING).text.split('\n');
  expect(summary).toMatch(/^Acme: 3 new leads\. Best: 91, “why .*…”, r\/devops, 5 hours old\.$/);
  expect(summary.length).toBeLessThanOrEqual(140);
});

describe('the first digest', () => {
  const note =
    'First digest: 25 of 31 leads pass this feed’s filters, the best 3 shown. The others are behind the button and will not be posted.';

  test('says how many of those that the API has pass the filters, and that the rest will not come', () => {
    const [head, row] = draw({ first: true, unshown: 22 });
    expect(head).toBe(`*Acme leads* · Fri 20 Nov\n${note}`);
    expect(row).toContain('score 91 · L412');
  });

  test('says that to a listener too, before the leads', () => {
    const { text } = render({ ...DIGEST, first: true, unshown: 22 }, STANDING);
    expect(text.split('\n').slice(0, 2)).toEqual([
      expect.stringMatching(/^Acme: first digest, 25 leads\. Best: 91, /),
      note,
    ]);
  });

  test('promises nothing about a rest where there is none', () => {
    expect(draw({ first: true })[0]).toMatch(/First digest: 3 of 9 leads pass .*, all shown\.$/);
    expect(draw({ first: true, leads: DIGEST.leads.slice(0, 1) })[0]).toMatch(
      /1 of 7 leads passes this feed’s filters, shown here\.$/,
    );
  });

  test('does not speak of filters where they removed nothing', () => {
    expect(draw({ first: true, leftOut: [] })[0]).toMatch(/First digest: 3 leads, all shown\.$/);
  });
});

describe('the digest after a held one', () => {
  const anew = { first: true, anew: true } as const;

  test('says that the list is shown anew, and calls no digest the first that is not', () => {
    const [head, row] = draw(anew);
    expect(head).toBe(
      '*Acme leads* · Fri 20 Nov\nThe list anew, after it was held: 3 of 9 leads pass this feed’s filters, all shown.',
    );
    expect(row).toContain('score 91 · L412');
  });

  test('says that the rest will not come, and what is still open', () => {
    expect(draw({ ...anew, unshown: 22, open: 10 })[0]).toBe(
      '*Acme leads* · Fri 20 Nov · 10 shown before and still open\nThe list anew, after it was held: 25 of 31 leads pass this feed’s filters, the best 3 shown. The others are behind the button and will not be posted.',
    );
  });

  test('counts among those shown no lead that is open from before', () => {
    const stillOpen = [{ key: 'id:0', title: 'Known before' }];
    expect(draw({ ...anew, unshown: 1, stillOpen })[0]).toContain(
      '4 of 10 leads pass this feed’s filters, the best 3 shown.',
    );
  });

  test('says so to a listener, and in the notification', () => {
    const { text } = render({ ...DIGEST, ...anew, open: 10 }, STANDING);
    expect(text.split('\n').slice(0, 2)).toEqual([
      expect.stringMatching(
        /^Acme: the held list anew, 3 leads, 10 shown before and still open\. Best: 91, /,
      ),
      'The list anew, after it was held: 3 of 9 leads pass this feed’s filters, all shown.',
    ]);
    expect(text).not.toMatch(/first digest/i);
  });
});

test('more new leads than the limit are said once, and where to see them', () => {
  const words = draw({ unshown: 3 });
  expect(words[0]).toContain('*6 new*');
  expect(words.at(-1)).toContain('3 more new, not shown: /visibility leads');
});

describe('leads that nobody takes', () => {
  const note = '30 stay open until somebody acts: max_age: 14d would let old ones go · change: ';

  test('are said how to let go once they are many, where no age ends them', () => {
    const { blocks, text } = render({ ...DIGEST, open: 30, anyAge: true }, STANDING);
    expect(wordsOf(blocks).at(-1)).toContain(` · ${note}`);
    expect(text).toContain(note);
  });

  test('need no such word while they are few, or where the feed has an age', () => {
    expect(draw({ open: 29, anyAge: true }).at(-1)).not.toContain('max_age');
    expect(draw({ open: 300, anyAge: false }).at(-1)).not.toContain('max_age');
    expect(draw({ open: 300 }).at(-1)).not.toContain('max_age');
  });
});

describe('a digest without leads', () => {
  test('says that nothing is new', () => {
    expect(draw({ leads: [], leftOut: [] })).toEqual([
      '*Acme leads* · Fri 20 Nov · no new leads · 31 in all, average score 58',
      'Weekdays at 9:00 Europe/Berlin · change: /visibility subscriptions',
    ]);
  });

  test('says when the filter may be on another scale than the score', () => {
    const leftOut = [{ reason: 'below_min_score' as const, count: 25, best: 0.91 }];
    expect(draw({ leads: [], leftOut })[0]).toMatch(/\n25 leads, none at or above 60; the best is 0\.91\.$/);
  });
});

describe('a digest of which the filters leave out all that is new', () => {
  const leftOut: LeadDigest['leftOut'] = [
    { reason: 'below_min_score', count: 6, best: 58 },
    { reason: 'too_old', count: 2 },
  ];

  test('does not say that nothing is new', () => {
    expect(draw({ leads: [], leftOut })[0]).toMatch(
      /^\*Acme leads\* · Fri 20 Nov · nothing new passes the filters · /,
    );
    const [summary] = render({ ...DIGEST, leads: [], leftOut }, STANDING).text.split('\n');
    expect(summary).toMatch(
      /^Acme: nothing new passes the filters\. 6 leads, none at or above 60; the best is 58\. 2 more /,
    );
  });

  test('says nothing of the scores of what another filter removed', () => {
    expect(draw({ leads: [], leftOut })[0]?.split('\n')[1]).toBe(
      '6 leads, none at or above 60; the best is 58. 2 more left out as too old.',
    );
  });
});

describe('leads that people had finished before', () => {
  const finished = (count: number) => ({ reason: 'finished' as const, count });

  test('are counted in the head of a first digest, apart from what the filters left out', () => {
    expect(draw({ first: true, leftOut: [finished(3)] })[0]).toMatch(
      /First digest: 3 leads, all shown\. 3 more were replied to, dismissed or snoozed already\.$/,
    );
    const words = draw({
      first: true,
      unshown: 4,
      leftOut: [{ reason: 'below_min_score', count: 6 }, finished(1)],
    });
    expect(words[0]).toMatch(
      /First digest: 7 of 13 leads pass this feed’s filters, the best 3 shown\. The others are behind the button and will not be posted\. 1 more was replied to, dismissed or snoozed already\.$/,
    );
    expect(words.at(-1)).toContain('6 left out below 60 · change');
  });

  test('are counted below a later digest, beside what the filters left out', () => {
    expect(draw({ leftOut: [{ reason: 'too_old', count: 2 }, finished(3)] }).at(-1)).toContain(
      '2 left out as too old, 3 as replied to, dismissed or snoozed already',
    );
  });

  test('are no matter of the filters where nothing else is new', () => {
    expect(draw({ leads: [], leftOut: [finished(3)] })[0]).toMatch(
      /· nothing new is open · .*\n3 leads, all replied to, dismissed or snoozed already\.$/s,
    );
    expect(draw({ leads: [], leftOut: [{ reason: 'too_old', count: 2 }, finished(1)] })[0]).toMatch(
      /\n2 leads, all left out by the filters of this feed\. 1 more replied to, dismissed or snoozed already\.$/,
    );
    const [summary] = render({ ...DIGEST, leads: [], leftOut: [finished(1)] }, STANDING).text.split('\n');
    expect(summary).toMatch(
      /^Acme: nothing new is open\. 1 lead, replied to, dismissed or snoozed already\./,
    );
  });
});

test('the only lead of a digest is not called the best of them', () => {
  const [summary] = render({ ...DIGEST, leads: DIGEST.leads.slice(1, 2) }, STANDING).text.split('\n');
  expect(summary).toBe('Acme: 1 new lead: 84, “Best CRM for a team of five?”, Hacker News, 1 day old.');
});

test('a first digest says where the API listed no more than its best', () => {
  const first = render({ ...DIGEST, first: true, listed: 25 }, STANDING);
  expect(first.text).toMatch(/First digest: at least .* \(only the best 25 were read\), /);
  expect(render({ ...DIGEST, first: true }, STANDING).text).not.toContain('at least');
});

test('a digest says below what it goes without', () => {
  expect(draw({ unread: ['citations', 'warmLeads'] }).at(-1)).toContain(
    ' · Citations and warm leads couldn’t be read · ',
  );
  expect(render({ ...DIGEST, unread: ['sources'] }, STANDING).text).toContain(
    'Cited sources couldn’t be read',
  );
  expect(draw({}).join('\n')).not.toContain('be read');
});

test('a digest that comes late says by how much', () => {
  expect(draw({ lateHours: 26 }).at(-1)).toMatch(/^Weekdays at 9:00 Europe\/Berlin · catch-up, 26 h late · /);
});

test('what was left out is counted by reason', () => {
  const leftOut: LeadDigest['leftOut'] = [
    { reason: 'below_min_score', count: 6 },
    { reason: 'too_old', count: 2 },
    { reason: 'place', count: 1 },
    { reason: 'word', count: 1 },
  ];
  expect(draw({ leftOut }).at(-1)).toContain('6 left out below 60, 2 as too old, 1 by place, 1 by word');
});

test('a lead of which the API says nothing is shown as just that', () => {
  expect(draw({ leads: [{ key: 'title: in ' }] })[1]).toBe(
    '*1.* Untitled thread\nno place given · no date given · no score · new · no link given\nWhy: the API gave no reason.',
  );
});

test.each([
  'javascript:alert(1)',
  'https://user:pass@forum.example/',
  `https://forum.example/${'a'.repeat(900)}`,
])('an address that cannot be linked leaves the title as text: %.30s', (url) => {
  const row = draw({ leads: [{ key: 'x', title: 'CRM?', url }] })[1];
  expect(row).toMatch(/^\*1\.\* CRM\?\n/);
  expect(row).toContain('link not shown');
});

test('a cron schedule stands as it is written', () => {
  expect(draw({ schedule: '0 9 1 1 1' }).at(-1)).toMatch(/^Cron 0 9 1 1 1 Europe\/Berlin · /);
});

test('the ages of a late one are those of when it comes, not of when it was due', () => {
  expect(draw({ lateHours: 26 })[1]).toContain('r/devops · 1 d old · score 91');
  expect(render({ ...DIGEST, lateHours: 26 }, STANDING).text).toContain('r/devops, 1 day old');
});
