import { describe, expect, test } from 'vitest';
import type { DigestLead, LeadDigest } from '../../../src/decision.ts';
import { postKind, render } from '../../../src/outbox/post-kinds.ts';
import { DIGEST, STANDING } from '../cast.ts';
import { buttonsOf, wordsOf } from '../reading.ts';

function draw(changes: Partial<LeadDigest> = {}): string[] {
  return wordsOf(render({ ...DIGEST, ...changes }, STANDING).blocks);
}

const contextOf = (changes: Partial<LeadDigest>) => draw(changes)[1];
const footOf = (changes: Partial<LeadDigest>) => draw(changes).at(-1);
const summaryOf = (changes: Partial<LeadDigest>) =>
  render({ ...DIGEST, ...changes }, STANDING).text.split('\n')[0] ?? '';

const OTHERS: DigestLead[] = [
  { key: 'id:4', title: 'Build or buy?', url: 'https://forum.example/4', place: 'r/devops', score: 79 },
  { key: 'id:5', title: 'Who owns the bill?', place: 'Hacker News', score: 76, citedBy: ['Claude'] },
];

test('a digest shows its best leads with buttons and ends with a footer', () => {
  expect(draw()).toEqual([
    '*Acme · 3 new leads*',
    '<!date^1795161600^{date_short}|Fri 20 Nov>',
    '*91 · <https://forum.example/devops/1|How do you alert on Kubernetes cost spikes?>*\n' +
      'Asks for what your prompt “k8s cost alerts” covers.',
    'r/devops · 5 h · L412',
    '*84 · <https://news.example/2|Best CRM for a team of five?>*\nMatches topic “pricing”.',
    'Hacker News · 1 d · L398',
    '*<https://forum.example/saas/3|Leaving Globex, what next?>*',
    'r/saas · L377',
    'Weekdays at 9:00 Europe/Berlin · 6 below your minimum score of 60 (the best has 58) · the API gave no score for 1 lead and no date for 1 lead · Manage feeds: /visibility feeds',
  ]);
});

test('after the best three, leads are one line each, with who cites them', () => {
  const words = draw({ leads: [...DIGEST.leads, ...OTHERS] });
  expect(words[8]?.split('\n')).toEqual([
    '*More, best first*',
    '*79* <https://forum.example/4|Build or buy?> · r/devops',
    '🔗 *76* Who owns the bill? · Hacker News · *cited by Claude*',
  ]);
  expect(words[1]).toContain('1 already cited by AI engines');
});

test('scores of 0 to 1 have the same number of decimals', () => {
  const leads = [0.95, 0.9, 0.8].map((score, i) => ({ key: `id:${i}`, title: `T${i}`, score }));
  expect(
    draw({ leads })
      .join('\n')
      .match(/\*0\.\d+/g),
  ).toEqual(['*0.95', '*0.90', '*0.80']);
});

test('a cited lead says so before anything else', () => {
  const [first, ...rest] = DIGEST.leads;
  const leads = [{ ...first, key: 'id:1', citedBy: ['ChatGPT', 'Perplexity'] }, ...rest];
  expect(draw({ leads })[2]).toMatch(/^🔗 \*91 · .*\n\*ChatGPT and Perplexity cite this thread\.\* Asks for/);
});

test('a lead that is open again says since when', () => {
  const since = (DIGEST.at ?? 0) - 26 * 3_600_000;
  const again = { state: 'new' as const, since };
  const words = wordsOf(render(DIGEST, { ...STANDING, leads: { 'id:1': again } }).blocks);
  expect(
    words.filter((text) => text.includes(`open again since <!date^${since / 1000}^{date_short}`)),
  ).toHaveLength(1);
});

test('every open lead has buttons whose accessible label names it', () => {
  const { blocks } = render(DIGEST, STANDING);
  expect(buttonsOf(blocks)).toEqual([
    '3 open',
    ...['I’ll reply', 'Assign…', 'I’ll reply', 'Assign…', 'I’ll reply', 'Assign…'],
    ...['Dismiss several…', 'Snooze…'],
  ]);
  expect(JSON.stringify(blocks)).toContain('I’ll reply to L412, How do you alert on Kubernetes cost spikes?');
});

test('the text of an updated digest names the best lead that is still open, or none', () => {
  const [first, second, third] = DIGEST.leads.map(({ key }) => key);
  const answered = { state: 'replied', by: 'U0ANA', alsoOf: [] } as const;
  const textAfter = (...keys: (string | undefined)[]) =>
    render(DIGEST, { ...STANDING, leads: Object.fromEntries(keys.map((key) => [key, answered])) }).text;
  expect(textAfter(first)).toMatch(/^Acme: 3 new leads\. Best: 84, /);
  expect(textAfter(first, second, third)).not.toContain('Best:');
});

test('the text names the best lead, then lists every lead', () => {
  expect(render(DIGEST, STANDING).text.split('\n')).toEqual([
    'Acme: 3 new leads. Best: 91, “How do you alert on Kubernetes cost spikes?”, r/devops, 5 h.',
    '<!date^1795161600^{date_short}|Fri 20 Nov>',
    '91 · How do you alert on Kubernetes cost spikes? · Asks for what your prompt “k8s cost alerts” covers. · r/devops · 5 h · L412',
    '84 · Best CRM for a team of five? · Matches topic “pricing”. · Hacker News · 1 d · L398',
    'Leaving Globex, what next? · r/saas · L377',
    expect.stringMatching(/^Weekdays at 9:00 Europe\/Berlin · /),
  ]);
});

test('warm leads have their own block, and the rest are counted', () => {
  const warm = Array.from({ length: 5 }, (_, i) => ({
    key: `w${i}`,
    title: `Warm ${i}`,
    place: 'r/saas',
    citedBy: [],
  }));
  const lines = render({ ...DIGEST, warm }, STANDING).text.split('\n');
  expect(lines).toContain('🔗 Warm 0 · r/saas · cited by AI engines');
  expect(lines).toContain('2 more: /visibility leads warm');
});

test('a warm thread that is a lead, too, has its menu, and says who took it', () => {
  const [lead = expect.fail(), ...leads] = DIGEST.leads;
  const warm = [{ ...lead, isLead: true, citedBy: ['Claude'] }];
  const open = render({ ...DIGEST, leads, warm }, STANDING);
  expect(open.text).toMatch(/^🔗 .*cited by Claude · L412$/m);
  expect(JSON.stringify(open.blocks)).toMatch(/I’ll reply.*I’ll reply.*I’ll reply/);
  const claimed = { [lead.key]: { state: 'claimed' as const, by: 'U0ANA' } };
  const taken = render({ ...DIGEST, leads, warm }, { ...STANDING, leads: claimed });
  expect(taken.text).toMatch(/^✋ .*Claimed by .* · L412$/m);
  expect(postKind({ kind: 'lead_digest' }).leads({ ...DIGEST, leads: [], warm })).toEqual([
    { key: lead.key, part: 'warm' },
  ]);
});

test('a long title is shortened to make room for the words around it', () => {
  const [first, ...rest] = DIGEST.leads;
  const leads = [{ ...first, key: 'id:1', title: 'why '.repeat(60) }, ...rest];
  const summary = summaryOf({ leads });
  expect(summary).toMatch(/^Acme: 3 new leads\. Best: 91, “why .*…”, r\/devops, 5 h\.$/);
  expect(summary.length).toBeLessThanOrEqual(140);
});

describe('the first digest', () => {
  test('says how many leads pass the filters, and how many more there are', () => {
    const words = draw({ first: true, unshown: 22 });
    expect(words.slice(0, 2)).toEqual([
      '*Acme · your first 3 leads*',
      '<!date^1795161600^{date_short}|Fri 20 Nov> · 25 of 31 leads fit this feed at <!date^1795161600^{time}|08:00 UTC>',
    ]);
    expect(words.at(-1)).toContain('22 more leads in the full list');
    expect(summaryOf({ first: true, unshown: 22 })).toMatch(/^Acme: your first 3 leads\. Best: 91, /);
  });

  test('promises no more leads if there are none', () => {
    expect(footOf({ first: true })).not.toContain('full list');
    expect(draw({ first: true, leads: DIGEST.leads.slice(0, 1) })[0]).toBe('*Acme · your first lead*');
  });

  test('does not mention filters that left out nothing', () => {
    expect(contextOf({ first: true, leftOut: [] })).toBe('<!date^1795161600^{date_short}|Fri 20 Nov>');
  });

  test('says if the API listed only its best', () => {
    expect(contextOf({ first: true, listed: 25 })).toBe(
      '<!date^1795161600^{date_short}|Fri 20 Nov> · 3 of 9 leads fit this feed at <!date^1795161600^{time}|08:00 UTC> · only the API’s first 25 of 31 leads were read',
    );
  });
});

describe('the digest after a held one', () => {
  const anew = { first: true, anew: true } as const;

  test('says that the list was resumed, and doesn’t call itself the first', () => {
    expect(draw(anew).slice(0, 2)).toEqual([
      '*Acme · list resumed, its best 3 leads*',
      '<!date^1795161600^{date_short}|Fri 20 Nov> · 3 of 9 leads fit this feed at <!date^1795161600^{time}|08:00 UTC>',
    ]);
    expect(render({ ...DIGEST, ...anew }, STANDING).text).not.toMatch(/first 3 leads/i);
  });

  test('says how many more there are', () => {
    expect(footOf({ ...anew, unshown: 22 })).toContain('22 more leads in the full list');
    expect(summaryOf(anew)).toMatch(/^Acme: list resumed, its best 3 leads\. Best: 91, /);
  });

  test('does not count older open leads as shown', () => {
    const stillOpen = [{ key: 'id:0', title: 'Known before' }];
    expect(footOf({ ...anew, unshown: 1, stillOpen })).toContain('1 more lead in the full list');
    expect(draw({ ...anew, unshown: 1, stillOpen })[0]).toContain('its best 3 leads');
  });
});

test('new leads beyond the limit are counted, with where to see them', () => {
  expect(footOf({ unshown: 1 })).toContain('1 more lead in the full list');
  expect(draw({ unshown: 3 })[0]).toBe('*Acme · 6 new leads*');
  expect(footOf({ unshown: 3 })).toContain('3 more leads in the full list');
});

test('no age is claimed to be left out where the API gives no dates', () => {
  const leads = DIGEST.leads.map((lead) => ({ ...lead, postedAt: undefined }));
  expect(footOf({ first: true, leads, leftOut: [], maxAgeMs: 14 * 86_400_000 })).not.toContain('older than');
});

test('a partial list says there may be more', () => {
  expect(draw({ listed: 25 })[0]).toBe('*Acme · at least 3 new leads*');
  expect(contextOf({ listed: 25 })).toContain('only the API’s first 25 of 31 leads were read');
});

test('the headline counts what was new, whatever people did with it since', () => {
  const leads = { 'id:2': { state: 'dismissed' } } as const;
  const headOf = (first: boolean) => wordsOf(render({ ...DIGEST, first }, { ...STANDING, leads }).blocks)[0];
  expect(headOf(false)).toBe('*Acme · 3 new leads*');
  expect(headOf(true)).toBe('*Acme · your first 3 leads*');
});

test('the first digest says which threads are too old', () => {
  expect(footOf({ first: true, maxAgeMs: 14 * 86_400_000 })).toContain(
    'threads older than 14 d are left out',
  );
  expect(footOf({ first: false, maxAgeMs: 14 * 86_400_000 })).not.toContain('older than');
});

describe('a digest without leads', () => {
  test('says so', () => {
    expect(draw({ leads: [], leftOut: [] })).toEqual([
      '*Acme · no new leads*',
      '<!date^1795161600^{date_short}|Fri 20 Nov>',
      'Weekdays at 9:00 Europe/Berlin · Manage feeds: /visibility feeds',
    ]);
  });

  test('shows the best score if the filter seems to be on another scale', () => {
    const leftOut = [{ reason: 'below_min_score' as const, count: 25, best: 0.91 }];
    expect(draw({ first: true, leads: [], leftOut })[2]).toBe(
      'Left out: 25 below your minimum score of 60 (the best has 0.91).',
    );
  });

  test('does not claim that nothing is new if filters left it out', () => {
    const leftOut: LeadDigest['leftOut'] = [
      { reason: 'below_min_score', count: 6, best: 58 },
      { reason: 'too_old', count: 2 },
    ];
    const words = draw({ leads: [], leftOut });
    expect(words[0]).toBe('*Acme · nothing new to show*');
    expect(words[2]).toBe(
      'Left out: 6 below your minimum score of 60 (the best has 58), 2 too old for this feed.',
    );
    expect(summaryOf({ leads: [], leftOut })).toBe('Acme: nothing new to show.');
  });
});

describe('leads that people had already taken', () => {
  const taken = (count: number) => ({ reason: 'taken' as const, count });

  test('make up the whole of a first digest, with those that pass and the filtered ones', () => {
    const leftOut: LeadDigest['leftOut'] = [
      { reason: 'below_min_score', count: 6 },
      { reason: 'too_old', count: 2 },
      taken(1),
    ];
    const digest = { first: true, unshown: 4, leftOut, maxAgeMs: 3 * 86_400_000 };
    expect(contextOf(digest)).toContain(`7 of ${7 + 6 + 2 + 1} leads`);
    expect(footOf(digest)).toMatch(/6 below .*, 2 older than 3 d, 1 already claimed/);
  });

  test('are counted below a later digest, with filtered leads', () => {
    expect(footOf({ leftOut: [{ reason: 'place', count: 2 }, taken(3)] })).toContain(
      '2 from places this feed leaves out, 3 already claimed, answered, dismissed or snoozed',
    );
  });

  test('are not blamed on filters if nothing else is new', () => {
    const words = draw({ first: true, leads: [], leftOut: [taken(3)] });
    expect(words[0]).toBe('*Acme · nothing new to show*');
    expect(words[2]).toBe('Left out: 3 already claimed, answered, dismissed or snoozed.');
  });
});

test('the footer says what couldn’t be read', () => {
  expect(footOf({ unread: ['citations', 'warmLeads'] })).toContain(
    ' · Citations and warm leads couldn’t be read · ',
  );
  expect(draw({}).join('\n')).not.toContain('be read');
});

test('a late digest says how late it is, and gives ages as of when it was read', () => {
  expect(footOf({ lateHours: 26 })).toMatch(/^Weekdays at 9:00 Europe\/Berlin · catch-up, 26 h late · /);
  expect(draw({ lateHours: 26 })[3]).toBe('r/devops · 1 d · L412');
});

test('filtered leads are counted by reason', () => {
  const leftOut: LeadDigest['leftOut'] = [
    { reason: 'below_min_score', count: 6 },
    { reason: 'too_old', count: 2 },
    { reason: 'place', count: 1 },
    { reason: 'word', count: 1 },
  ];
  expect(footOf({ leftOut, maxAgeMs: 14 * 86_400_000 })).toContain(
    '6 below your minimum score of 60, 2 older than 14 d, 1 from places this feed leaves out, 1 with words this feed leaves out',
  );
});

test('a lead with no facts is called untitled, and what’s missing is said once', () => {
  const words = draw({ leads: [{ key: 'title: in ' }] });
  expect(words[2]).toBe('*Untitled thread*');
  expect(words.at(-1)).toContain('the API gave no score, no date, no place and no link that can be shown');
});

test('nothing is said to be missing if all leads have it', () => {
  expect(footOf({ leads: DIGEST.leads.slice(0, 2) })).not.toContain('the API gave');
});

test.each([
  ['a script', 'javascript:alert(1)'],
  ['one with a password', 'https://user:pass@forum.example/'],
  ['an endless one', `https://forum.example/${'a'.repeat(900)}`],
])('%s as a URL leaves the title as plain text', (_, url) => {
  const words = draw({ leads: [{ key: 'x', title: 'CRM?', url }] });
  expect(words[2]).toBe('*CRM?*');
  expect(words.at(-1)).toContain('no link that can be shown');
});

test('a cron schedule is shown as written', () => {
  expect(footOf({ schedule: '0 9 1 1 1' })).toMatch(/^Cron 0 9 1 1 1 Europe\/Berlin · /);
});
