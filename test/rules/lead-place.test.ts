import { describe, expect, it, test } from 'vitest';
import { findUnknownPlaces, isFrom } from '../../src/rules/lead-place.ts';

const DEVOPS = { place: 'r/devops' };
const NEWS = { place: 'Hacker News' };
const BARE = { place: 'devops', url: 'https://old.reddit.com/r/devops/comments/1abc/costs/' };
const CHAT = { place: 'Platform people', url: 'https://discord.com/channels/1/2' };

test.each([
  ['r/DevOps', DEVOPS],
  [' /r/devops', DEVOPS],
  ['devops', DEVOPS],
  ['Reddit', DEVOPS],
  ['www.reddit.com', DEVOPS],
  ['reddit', BARE],
  ['hn', NEWS],
  ['hacker  news', NEWS],
  ['HackerNews', NEWS],
  ['HN', { url: 'https://news.ycombinator.com/item?id=1' }],
  ['hacker news', { place: 'news.ycombinator.com' }],
  ['stackoverflow.com', { place: 'Stack Overflow' }],
  ['Stack Exchange', { place: 'Database Administrators Stack Exchange' }],
  ['stackexchange.com', { place: 'DBA', url: 'https://dba.stackexchange.com/questions/1/x' }],
  ['discord', CHAT],
])('“%s” means a lead from %o', (typed, lead) => {
  expect(isFrom(lead, 'elsewhere', typed)).toBe(true);
});

test.each([
  ['foo', DEVOPS],
  ['reddit', NEWS],
  ['reddit', { place: 'devops' }],
  ['r/hn', NEWS],
  ['quora.com', { place: 'r/quora' }],
  ['dev.to', { place: 'r/dev' }],
  ['', {}],
])('“%s” doesn’t mean a lead from %o', (typed, lead) => {
  expect(isFrom(lead, typed)).toBe(false);
});

describe('places that somebody wrote', () => {
  const known = [DEVOPS, NEWS];

  it('are known however they are written, and others have the one they resemble', () => {
    expect(findUnknownPlaces(['R/DevOps', 'devpos', 'hn', 'reddit', 'elsewhere'], known)).toEqual([
      { place: 'devpos', near: 'r/devops' },
      { place: 'elsewhere', near: undefined },
    ]);
  });

  it('are all kept where the place of no lead is known', () => {
    expect(findUnknownPlaces(['r/devops', 'elsewhere'], [])).toEqual([]);
  });
});
