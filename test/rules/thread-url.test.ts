import { describe, expect, test } from 'vitest';
import { toThreadUrl } from '../../src/rules/lead-key.ts';

/** What people paste, forum by forum; every address of a row is a link to one thread. */
const THREADS: Record<string, readonly string[]> = {
  'https://reddit.com/comments/1gx3k2p': [
    'https://www.reddit.com/r/devops/comments/1gx3k2p/how_do_you_alert_on_kubernetes_cost_spikes/',
    'https://old.reddit.com/r/devops/comments/1gx3k2p/how_do_you_alert_on_kubernetes_cost_spikes',
    'http://m.reddit.com/r/devops/comments/1gx3k2p/',
    'https://np.reddit.com/r/devops/comments/1gx3k2p/_/lyz9q1a/?context=3',
    'https://sh.reddit.com/r/devops/comments/1gx3k2p/x/?utm_source=share&utm_medium=web3x&share_id=aBc',
    'https://www.reddit.com/comments/1gx3k2p',
    'https://www.reddit.com/gallery/1gx3k2p',
    'https://redd.it/1gx3k2p',
    'https://WWW.REDDIT.COM/r/devops/comments/1gx3k2p/how_do_you/#t1_lyz9q1a',
    'https://amp.reddit.com/r/devops/comments/1gx3k2p/how_do_you/',
  ],
  'https://reddit.com/comments/1gy': ['https://www.reddit.com/user/some_one/comments/1gy/my_profile_post/'],
  'https://news.ycombinator.com/item?id=42193822': [
    'https://news.ycombinator.com/item?id=42193822',
    'http://news.ycombinator.com/item?id=42193822&p=2',
    'https://news.ycombinator.com/item?id=42193822#42194011',
    'https://news.ycombinator.com/reply?id=42193822&goto=item%3Fid%3D42193822',
  ],
  'https://stackoverflow.com/questions/79208112': [
    'https://stackoverflow.com/questions/79208112/how-to-alert-on-cost',
    'https://stackoverflow.com/questions/79208112',
    'https://stackoverflow.com/q/79208112/1144035',
    'https://www.stackoverflow.com/questions/79208112/how-to-alert-on-cost?rq=1#answer-79209000',
    'https://stackoverflow.com/questions/79208112/how-to-alert-on-cost/79209000#79209000',
  ],
  'https://devops.stackexchange.com/questions/18812': [
    'https://devops.stackexchange.com/questions/18812/billing-alerts',
    'https://devops.stackexchange.com/q/18812',
  ],
  'https://serverfault.com/questions/1167001': [
    'https://serverfault.com/questions/1167001/disk?noredirect=1',
  ],
  'https://lobste.rs/s/7zqk2d': [
    'https://lobste.rs/s/7zqk2d/what_do_you_pay_for_observability',
    'https://lobste.rs/s/7zqk2d#c_1abc',
  ],
  'https://dev.to/casey/cutting-our-bill-in-half-3k1p': [
    'https://dev.to/casey/cutting-our-bill-in-half-3k1p?signin=true',
    'https://dev.to/casey/cutting-our-bill-in-half-3k1p/comments',
  ],
  'https://indiehackers.com/post/8f2a91c0de': [
    'https://www.indiehackers.com/post/which-crm-do-you-use-8f2a91c0de',
    'https://www.indiehackers.com/post/saas/which-crm-do-you-use-8f2a91c0de?commentId=-O1',
  ],
  'https://github.com/acme/widgets/discussions/412': [
    'https://github.com/acme/widgets/discussions/412',
    'https://github.com/Acme/Widgets/discussions/412#discussioncomment-9',
    'https://www.github.com/acme/widgets/discussions/412?sort=new',
  ],
  'https://github.com/orgs/acme/discussions/7': ['https://github.com/orgs/acme/discussions/7'],
  'https://github.com/acme/widgets/pull/99': ['https://github.com/acme/widgets/pull/99/files'],
  'https://discuss.example.org/t/1204': [
    'https://discuss.example.org/t/how-to-watch-costs/1204',
    'https://discuss.example.org/t/how-to-watch-costs/1204/17?u=casey',
    'https://discuss.example.org/t/1204/17',
  ],
  'https://example.org/forum/t/88': ['https://example.org/forum/t/pricing-of-2026/88'],
  'https://quora.com/What-is-the-best-CRM': [
    'https://www.quora.com/What-is-the-best-CRM',
    'https://www.quora.com/What-is-the-best-CRM/answer/Casey-1',
    'https://www.quora.com/unanswered/What-is-the-best-CRM?share=1',
  ],
  'https://medium.com/p/9c1d2e3f4a5b': [
    'https://medium.com/@casey/why-we-left-9c1d2e3f4a5b',
    'https://casey.medium.com/why-we-left-9c1d2e3f4a5b?source=rss',
    'https://medium.com/p/9c1d2e3f4a5b',
  ],
  'https://youtube.com/watch?v=dQw4w9WgXcQ': [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s',
    'https://m.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ?si=Zk1',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ',
  ],
  'https://x.com/i/status/1858000000000000001': [
    'https://twitter.com/casey/status/1858000000000000001?s=20',
    'https://mobile.twitter.com/casey/status/1858000000000000001',
    'https://x.com/casey/status/1858000000000000001/photo/1',
  ],
  'https://linkedin.com/activity/7264000000000000000': [
    'https://www.linkedin.com/posts/casey_crm-activity-7264000000000000000-aB1c?utm_source=share',
    'https://www.linkedin.com/feed/update/urn:li:activity:7264000000000000000/',
  ],
  'https://lemmy.world/post/22013344': [
    'https://lemmy.world/post/22013344',
    'https://lemmy.world/post/22013344/13557201?sort=Hot',
  ],
  'https://community.example.com/threads/5521': [
    'https://community.example.com/threads/best-backup-tool.5521/',
    'https://community.example.com/threads/best-backup-tool.5521/page-3#post-99',
  ],
  'https://forum.example.net/viewtopic.php?t=77': [
    'https://forum.example.net/viewtopic.php?f=2&t=77&start=30',
    'https://forum.example.net/viewtopic.php?t=77&sid=0123456789abcdef',
  ],
  'https://old.example.net/showthread.php?t=66': ['https://old.example.net/showthread.php/66-what-now'],
  'https://example.com/blog/thread?p=2': [
    'http://www.Example.com:80/blog//thread/?utm_campaign=x&p=2&fbclid=1#end',
    'https://m.example.com/blog/thread?p=2&gclid=2',
  ],
};

const LINKS = Object.entries(THREADS).flatMap(([thread, links]) => links.map((link) => ({ link, thread })));

test('the table holds sixty links', () => {
  expect(LINKS.length).toBeGreaterThanOrEqual(60);
});

test.each(LINKS)('$link is a link to $thread', ({ link, thread }) => {
  expect(toThreadUrl(link)).toBe(thread);
});

test.each(Object.keys(THREADS))('%s, made normal, stays as it is', (thread) => {
  expect(toThreadUrl(toThreadUrl(thread))).toBe(toThreadUrl(thread));
});

describe('two threads stay two', () => {
  test.each([
    ['with other ids in one forum', 'https://redd.it/1gx3k2p', 'https://redd.it/1gx3k2q'],
    ['in two repositories', 'https://github.com/a/b/discussions/1', 'https://github.com/a/c/discussions/1'],
    ['on two hosts', 'https://a.example/t/x/1', 'https://b.example/t/x/1'],
    ['as question and answer', 'https://stackoverflow.com/q/1', 'https://stackoverflow.com/a/1'],
    ['with paths in another case', 'https://a.example/A', 'https://a.example/a'],
    ['on two ports', 'https://a.example:8443/a', 'https://a.example/a'],
    ['where a parameter names the thread', 'https://a.example/?thread=1', 'https://a.example/?thread=2'],
  ])('%s', (_, one, other) => {
    expect(toThreadUrl(one)).not.toBe(toThreadUrl(other));
  });
});

test.each(['not an address', 'javascript:alert(1)', ''])('what is no web address stays: “%s”', (text) => {
  expect(toThreadUrl(` ${text} `)).toBe(text);
});
