import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCommandText } from '../../src/slack/text.ts';

describe('the words of a command', () => {
  it.each([
    ['  topic pricing ', 'topic pricing'],
    ['compare <#C0LEADS|acme-leads> with <@U0ANA|ana>', 'compare #acme-leads with @U0ANA'],
    ['<#C0LEADS> <@U0ANA>', '#C0LEADS @U0ANA'],
    ['<#C0PRIVATE|>', '#C0PRIVATE'],
    ['track is <https://acme.example/a?b=1&amp;c=2> good', 'track is https://acme.example/a?b=1&c=2 good'],
    ['track <http://acme.example|acme.example> reviews', 'track acme.example reviews'],
    ['<mailto:ana@acme.example|ana@acme.example>', 'ana@acme.example'],
    ['<!here> and <!channel|@channel>', '@here and @channel'],
    ['<!subteam^S0GROWTH|@growth>', '@growth'],
    ['a &lt; b &amp;&amp; c &gt; d', 'a < b && c > d'],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['', ''],
  ])('%j were typed as %j', (sent, typed) => {
    expect(decodeCommandText(sent)).toBe(typed);
  });

  it('come back as they were typed, whatever was typed', () => {
    const encoded = (text: string) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        expect(decodeCommandText(encoded(typed))).toBe(typed.trim());
      }),
      { seed: 19 },
    );
  });
});
