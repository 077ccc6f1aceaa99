/** The English of questions. Each row lists the phrases that show a sign. Another language would be another such file. */

/** Combines each subject with each verb: "nobody took, nobody has taken". */
function combine(who: string, did: string): string {
  return who
    .split(', ')
    .flatMap((one) => did.split(', ').map((each) => `${one} ${each}`))
    .join(', ');
}

const SOMEBODY =
  'we, weve, we have, did we, have we, team, did the team, the team has, someone, somebody, did someone, did anyone, has anyone, has anybody, anyone, someone else, somebody else, who, whos, who has, already, been, being, is, are, was, were, got';
const NOBODY =
  'nobody, nobodys, nobody has, no one, no ones, no one has, noone, noones, noone has, not, never, hasnt, havent, hasnt been, havent been, not been, not yet, isnt, arent, yet to be, still to be, left to, didnt, we never, without being';
const TAKE =
  'take, took, taken, claim, claimed, pick, picked, picked up, pick up, grab, grabbed, working on, handling, handled, looking at, looking after';
const ANSWER =
  'answer, answered, reply, replied, replied to, respond, responded, responded to, responding to';
const DROP =
  'dismiss, dismissed, bin, binned, toss, tossed, reject, rejected, discard, discarded, skip, skipped, throw out, threw out, thrown out, threw away, thrown away, pass on, passed on, turn down, turned down, rule out, ruled out';

const SHOULD =
  'should i, should we, should the team, we should, i should, team should, shall i, shall we, can i, can we, could i, could we, must we, need to, ought to, worth, to, lets, let us';

/** Signs of a question's meaning, besides names, days and numbers. */
export const SIGNS = {
  why: `because of what, why is that, how so, whats causing, whats dragging, what made, what makes, whats pulling, why, whyd, reason, reasons, cause, causes, caused, causing, explain, explanation, behind the, behind it, behind this, behind that, behind our, behind, driving, drove, driver, drivers, how come,
    what happened to, what happened there, what happened with, what dragged, what turned, what pulled, what pushed, what sank, what hurt, what lifted, what boosted, what helped, what killed, what the heck happened to, whats up with, whats wrong with, what went wrong, blame, responsible, culprit, due to`,
  change: `fluke, a fluke, blip, a blip, just noise, volatile, volatility, loosing, back to normal, start falling, recovered, lower again, higher again, lower, higher, course, more or less, more or less often, more often, less often, mentioned more, mentioned less, fewer, warmed up, warmed to, cooled, cooling, blow up, blew up, taken off, took off, got worse, gotten worse, any better, any worse, changed its mind, moved up, moved down, rise or fall, up again, down again, bounced, uptick, downturn, backslide, weakened, strengthened, halved, doubled, better or worse, better since, worse since, before and after, change, changed, changes, changing, move, moved, moves, movement, moving, drop, dropped, drops, dropping, fell, fall, fallen, falling, falls, down, dip, dipped, decline, declined, declines, declining,
    decrease, decreased, decreasing, worse, worsen, worsened, worsening, got better, gotten better, getting better, slip, slipped, slipping, slid, sink, sank, sunk, tank, tanked, tanking, plunge, plunged, crash, crashed, lose, lost, losing, loss, loses,
    go up, gone up, going up, went up, goes up, up or down, is up, are up, rise, rose, risen, rising, rises, jump, jumped, spike, spiked, climb, climbed, climbing, grow, grew, grown, growing, growth, increase, increased, increasing, increases, gain, gained, gaining, gains,
    improve, improved, improving, improvement, improves, shift, shifted, trend, trends, trending, development, develop, developed, evolve, evolved, evolution, progress, progressed, swing, fluctuate, fluctuated, turned, difference since, more than before, less than before, compared to before, recover, recovered, rebound, bounce back,
    more often than, less often than, more on, less on, different from, deteriorate, deteriorated, delta, direction, shrink, shrunk, vanish, vanished, disappear, disappeared, over time, progression, drift, drifted, pick up, picked up, took a hit, take a hit, hit, dent, nosedive, nosedived, slump, slumped, surge, surged, weaker than, stronger than, decay, momentum, outlook`,
  compare: `good score, the industry, rest of the industry, everyone else, the others, gaining on us, passed us, overtake us, anyone passed, beside, alongside, or them, them or us, compared to, closest to us, closest, nearest to us, nearest rival, us and, and us, better sentiment than, higher score than, lower score than, in front of, over us, overtaken us, eating our lunch, threat, gaining on us, on our heels, out in front, gap with, vs, v, versus, against, compare, compared, compares, comparing, comparison, compair, next to, side by side, ahead of, behind, better than, worse than, beat, beats, beating, beaten, difference between, difference, gap, gap to, gap between, above us, below us, before us,
    than us, than we, or us, us or, relative to, stack up, head to head, higher than, lower than, ahead, outrank, outranks, outranking, outperform, outperforms, overtake, overtook, overtaken, overtaking, catching up, catch up with, close to, lead over, losing to, lose to, winning against, win against, match up, measure up, fare against, up against, rival, who ranks higher, doing better, far behind, far ahead, passed us, past us, past, lag, lagging, lags, trail, trailing, versus us, contrast, benchmark, stronger, closing in, distance`,
  leading:
    'who leads, who is leading, whos leading, which brand leads, which tool leads, who else leads, leads the pack, leads the field',
  who: 'what other brands, who else, which other, whoever, who, whos, whom, whose, which brand, which brands, which company, which companies, which competitor, which competitors, which rival, which rivals, which tool, which tools, what brand, what brands, what companies, what tools, what competitors, which vendor, which vendors, which product, which products',
  named: `who is second, whos second, who comes second, naming, pop up, pops up, popping up, in the answers, come out on top, gets the nod, get the nod, named, name, names, recommend, recommends, recommended, recommending, mention, mentions, mentioned, mentioning, brand, brands, competitor, competitors, competition, rivals, companies, vendors, tools, products, come up, comes up, coming up, show up, shows up, showing up, listed, appear, appears, appearing,
    first place, in first place, suggested, praised, praise, push, pushes, pushing, favor, favors, favour, favours, prefer, prefers, preferred, pick, picks, shortlist, players, alternatives, put first, puts first, talk about, talks about, talked about, talking about, bring up, brings up, brought up, gets recommended, contenders, dominates, dominate, dominating, owns, turns up, turn up, lists, spoken of`,
  first:
    'number one, pops up first, naming first, named top, ranked first, mentioned first, first, named first, in first place, first place, number one, no 1, on top, top spot, listed first, put first, before us, at the top, comes first, come first',
  sources: `webs, webpages, web pages, getting this stuff, get this stuff, getting this from, get this from, getting that, gets this, where does it get, where do they get, where is it getting, whose pages, whose site, reading, footnotes, bibliography, cited from, source, sources, citation, citations, cite, cites, cited, citing, page, pages, website, websites, site, sites, domain, domains, url, urls, link, links, linked, quote, quotes, quoted, quoting, reference, references, referenced, based on, get their info, info from, information from, get their information, draw on, draws on, drawn from, rely on, relies on,
    article, articles, blog, blogs, guide, guides, docs, publications, where from, material, publication, read from, get its info, gets its info, take their answers from, learn from, learns from, pull from, pulls from, pulling from, outlets, publishers, publisher, referrers, referrer`,
  own_site:
    'pages of ours, page of ours, of our pages, our pages, our site, our website, our domain, our pages, our page, our blog, our docs, our own site, our own pages, our own website, our content, our homepage',
  leads: `next lead, anything urgent, lead, leads, thread, threads, reply to, respond to, discussion, discussions, conversations, conversation, join, forum, forums, forum posts, community posts, opportunities, opportunity, answer first, jump into, jump in, jump on, could reply, should reply, worth a reply, worth replying, questions to answer, to work through, posts to answer, people asking, community, subreddit, subreddits, backlog, engage with, chime in, worth answering, weigh in`,
  happened: `passed in, what has passed, did someone, did anyone, what did the team do, what did people do, what was done, dismissed by, who dismissed, who claimed, who answered, who replied, decided, decide, who decided, on holiday, holiday, whats the latest, anything happen, anything interesting, anything i should know, need to know, breaking, big news, what did i miss, was in the last, get me caught up, caught up, since i left, surprises, surprise, out of the ordinary, unusual, noteworthy, happened, happen, happening, alert, alerts, alerted, catch me up, catch up, missed, miss, miss anything, news, went on, whats new, what is new, whats been going on, going on, events, event, activity, log, fill me in, bring me up to speed, up to speed, get me up to speed, while i was, was out, been out, was away, on vacation, was off, notable, anything new, timeline, recently decided, recap of, took place, did anything, highlights, decisions, notifications, warnings, incidents`,
  prompts: `follow, followed, do you run, you run, questions, the question, that question, prompt, prompts, queries, query, tracked, tracking, track, tracked questions, wording`,
  suggest: `track next, to track next, should i track, should we track, prompts to track, do about, fix, should fix, to fix, one thing, work on, should work on, focus on, to focus on, prioritise, prioritize, priority, priorities, content gaps, gaps, ought to add, ought to write, ought to do, should i write, should we cover, to write next, improvement ideas, what can we do, what could we do, homework, quick wins, low hanging fruit, action plan, what would help, suggestion, suggestions, suggest, suggested, suggests, idea, ideas, propose, proposed, proposes, proposal, proposals, advice, advise, recommendation, recommendations, recommend we, recommend that we, what should we write, write about, what to write, what to publish, publish, should we do, we should do, to improve, can we improve, could we improve, do we improve,
    can we do, could we do, recommend doing, should we add, tips, tip, get cited more, be mentioned more, get mentioned more, recommend we do, content plan, what to do, next steps, to do next, should i do, action items, hints`,
  segments: 'segment, segments, audience, audiences, audience segments, buyer groups',
  content:
    'articles, article, a piece, pieces, blog topic, blog topics, topic ideas, content, write, write about, writing, publish, publishing, article ideas, blog post, blog posts, content ideas, topics to write, geo, get cited more, get mentioned more',
  status: `was run last, last answer, last answered, how many runs, how often are the prompts run, runs yesterday, runs today, polling, collection, how old, something broken, no message from you, feed errors, how fresh, complete, measurement, measured, last measurement, bot down, is the bot, still running, last check, sync, synced, last sync, no post, no posts, no digest, was there no, didnt post, not posting, nothing posted, green, timeouts, timeout, on schedule, next recap, weekly recap, how fresh, set up in this channel, when was the last, online, token, plugged in, feed, feeds, digest, digests, schedule, schedules, scheduled, recap, recaps, working, are you up, api, api up, api down, status, alive, online, connected, connection, channel, channels, next post, next posts, paused, pause status, running, set up here, configured, configuration, last poll, last update, last updated, updated last, refreshed, last refresh, next run, when do you post, when will you post, when is the next, when do, whos the owner, owner, subscribed, subscriptions, posted here, posts here, healthy, health, broken, outage, up to date, fresh, freshness, last fetched, latency, post next, see this project, can see, bot, posting, post to, are you there, you up, you there, how often do you, which channel, polls, poll, data from, how old is the data, keys, api key, uptime, settings`,
  help: `what does, what is visibility score, mean, youre able to answer, able to answer, able to do, what else do you know, what do you know, what can i say, what is it you, can u answer, can u do, can you help, how do i ask, how do i, what do i type, whats possible, what is possible, what kinda stuff, what sort of things, what all can, help, commands, command, what can you do, what do you do, who are you, what are you, what are you for, where do i start, how do i start, how to start, get started, getting started, new here, how does this work, how do you work, how does it work, how do i use, how to use, can i ask, can you answer, could i ask, ask you, instructions, manual, capabilities, what else can you, tutorial, examples, what is sightline, what is this bot, usage, options, features, guide me, what kind of questions, sort of questions, what questions, things i can ask, show me around`,
  overview: `numbers for the board, numbers for the, write me a, write a short, write up, birds eye, birds eye view, tl dr, two minute version, two-minute version, state of play, are we winning, winning, in a sentence, in one sentence, in two sentences, for the newsletter, newsletter, everything ok, is everything, how bad is it, good shape, bad shape, big changes, where we are, one paragraph, paragraph, how we look, what do i tell, whats the story, the story, on one page, one pager, one slide, all in all, at large, the state, in general, bottom line, headline figures, main figures, status report, catch up on numbers, into us, overview, overall, big picture, summary, summarize, summarise, report, how are we doing, how are we, how is it going, hows it going, how do we look, how are things, hows things, how do things look, how are we looking, hows, how is, how are, snapshot, tldr, tl;dr, in brief, brief, at a glance, dashboard, how did we do, how have we done, how have we been doing, state of, general, generally, sum up, sum it up, everything, quick look, short version, rundown, run down, gist, how we are doing, how we re doing, how were doing, doing, how well are we, standup, pulse, check in, in short, in a nutshell, high level, whole picture, elevator pitch, key numbers, key figures, main numbers, kpis, recap the week, recap of the week, wrap up, roundup, health check, exec summary, executive summary, briefing, numbers look`,
  best: `peak, peaked, our peak, all time high, record high, least negative, least critical, brag, brag about, show off, look good, clearly ahead, winners, winner, knows us best, kindest to us, ideal, star, hottest, biggest, juiciest, shining, kings of, doing great, performs best, perform best, warmest, biggest fan, nicest, most promising, promising, best bets, easiest, best, top, strongest, highest, strong, greatest, most visible, win, wins, winning, leading, most, good at, excel, shine, do well, doing well, do best, doing best, we lead, likes us best, number one, highest scoring, top scoring, best performing, top performing, successful, most successful, great, favorite, favourite, kindest, love, loves, well, strength, strengths`,
  worst: `are we not in, arent we in, we are not in, were not in, not in, we are missing from, are we missing from, zero mentions, no mentions, never mentioned, arent mentioned, not mentioned, never named, low hanging fruit, should we focus, should i focus, bombing, bomb, flunking, failing, fail, weakest link, dragging us down, nobody mentions, nobody names, no one mentions, no one names, ignoring, ignoring us, most negative, least positive, most critical, needs the most, need the most, most love, sucks, suck, ugliest, ugly, lousy, needs help, need help, hardly, barely, doesnt mention, dont mention, never mention, never mentions, not mentioned, not named, doesnt name, got worse, are we losing, we lose, losing most, focus on, blind spot, blind spots, bring us nothing, brings us nothing, must improve, need to improve, should improve, were losing, we lose, give us nothing, losers, loser, biggest losers, ignores, ignore, ignores us, hurting us, dragging us, drags us, letting us down, should fix, dreadful, rubbish, miserable, falling behind most, embarrassed, embarrassing, ashamed, hopeless, terrible, awful, poorly, pain points, lagging most, biggest drop, biggest loss, coldest, need work, needs work, most work, let us down, lets us down, sore spot, weak spot, weak spots, trouble spots, worst, bottom, weakest, lowest, weak, poorest, poor, least visible, least, do badly, doing badly, badly, bad, worry, worried, lowest scoring, worst performing, problem, problems, struggle, struggling, weakness, weaknesses, suffer, suffering, behind most, hurts, hurting, invisible, nowhere, fell the most, dropped the most, lost the most, fell most, lost most, lose most, dropped most, underperforming, harshest, laggards, hates, dislikes, dislike, dislike us, neglected`,
  ranked:
    'best to worst, worst to best, strongest to weakest, top to bottom, high to low, split, split by, by country, by market, country by country, engine by engine, topic by topic, region by region, ranking, rankings, ranked, rank our, rank the, rank them, rank all, by score, by visibility, by sentiment, by rank, by position, by mentions, by mention rate, sort, sorted, order, ordered, from best to worst, from strong to weak, from worst to best, from highest to lowest, list our, leaderboard, standings, league table, compare our, compare the, compare all, compare topics, compare engines, compare regions, per engine, by engine, by region, by topic, by country, per topic, per region, per country, each engine, each region, each topic, every engine, every region, across engines, across regions, across topics, across countries, breakdown',
  engines:
    'best ai, worst ai, top ai, nicest ai, ai likes, ai hates, which ai, what ai, the ais, among the ais, ais, engine, engines, llm, llms, model, models, assistant, assistants, chatbot, chatbots, ai engine, ai engines, bots',
  topics: 'topic, topics, theme, themes, subject, subjects, area, areas',
  regions:
    'part of the world, parts of the world, nation, nations, place on earth, region, regions, country, countries, market, markets, geography, geographies, locale, where in the world, locations, location, territory, territories',
  standing:
    'do we fare, beside, come across, land, where are we, where we are, where do we, where we stand, hold up, shape, stand, stands, standing, standings, placed, how do we do, how do we fare, fare, do we do, are we, doing, how good, any good, behind',
  us: 'myself, ours, we, us, our, ours, were, weve, ourselves, own, my, i, im, me',
  mine: 'did i claim, i claim, have i taken, did i say id answer, did i promise, i promised, what did i promise, ive promised, waiting for me, waiting on me, did i take, i took on, i took on myself, take on myself, sitting on, am i still sitting on, my leads, mine, i claimed, i took, assigned to me, my own, ive claimed, on my plate, i have claimed, my claims, my claimed, leads i, i said id answer, do i have, my open, am i on, i still owe, my threads, my claim, i picked up, my queue, i own',
  unclaimed: `nobodys yet, havent claimed, still havent claimed, hasnt claimed, havent taken, nobody picked, hasnt been taken, nobody touched, picked up by anyone, left to grab, left to take, anyone hasnt taken, up for the taking, picked up yet, nobody has picked up, nobody picked up, no one picked up, still to be claimed, left to claim, untouched, nobody has touched, still open and unclaimed, nobody is handling, nobody handles, unclaimed, not claimed, nobody claimed, no one claimed, noone claimed, nobody took, nobody has taken, no one has taken, untaken, free, unassigned, not taken, without an owner, still unclaimed, nobody is on, nobody on, nobody on them, nobody on it, no one on, nobody owns, no one owns, noone owns, nobody working on, no owner, havent been claimed, not been claimed, up for grabs, nobody has claimed, no one has claimed, nobodys on, nobodys, available, anyone hasnt, nobody yet, hasnt been claimed, ${combine(NOBODY, TAKE)}`,
  claimed: `someone else already take, someone else already took, someone else took, someone else has taken, somebody else took, already take, already took, got claimed, whos got what, claimed leads, leads claimed, threads claimed, claimed threads, been claimed, are claimed, is claimed, were claimed, already claimed, have been taken, already taken, taken leads, someone claimed, somebody claimed, did we claim, did someone claim, we claimed, team claimed, others claimed, being answered, in progress, ${combine(SOMEBODY, TAKE)}`,
  snoozed: 'snoozed, snooze, put off, postponed, sleeping, on snooze, put to sleep',
  undismissed: `${combine(NOBODY, DROP)}`,
  unanswered: `havent answered, not answered, havent replied, not replied, unanswered, no reply yet, without a reply, without reply, not yet answered, havent responded, didnt answer, ${combine(NOBODY, ANSWER)}`,
  to_answer: `should have answered, should have replied, should have replied to, ${combine(SHOULD, 'answer, answering, reply, reply to, replying, replying to, respond, respond to, responding to')}`,
  answered: `already answer, did we answer, we answer, have we answered, weve answered, got a reply, we reply, answered, replied, we answered, did we answer, responded, have we replied, did we reply, we replied, already replied, weve replied, already answered, did we respond, handled, ${combine(SOMEBODY, ANSWER)}`,
  dismissed: `dismiss, did we dismiss, wrote off, written off, dismissed, threw out, thrown out, rejected, discarded, not for us, dropped leads, we rejected, thrown away, ignored, turned down, declined leads, passed on, skipped, ${combine(SOMEBODY, DROP)}`,
  old: 'old, older, stale, oldest leads, aging, ageing, rotting, long open, open for long, been waiting, overdue, lying around, sitting around, gone stale, expired',
  cited:
    'quoting, is quoting, citing them, cited, cites, cite, citing, citied, already cited, quoted, quote, quotes, engines use, sourced, ai cited, referenced, used by, in ai answers',
  newest:
    'freshest on top, newest first, latest first, most recent first, just in, just came in, newest, latest, most recent, freshest, new leads, recent leads, fresh leads, last leads',
  oldest:
    'the longest, sitting there the longest, been waiting longest, oldest, longest waiting, waiting longest, waited longest, longest open',
  every: 'list, all, show all, every, which prompts, what prompts, how many prompts',
  score:
    'scorewise, score wise, score, scores, scoring, scored, visibility, visible, points, index, visibility number',
  mention_rate:
    'of answers, percent of the answers, bring us up, brings us up, bringing us up, mentioning us, stopped mentioning, stopped naming, told about us, pct of, percent of, pct, answers with us, appearing, we are appearing, are we appearing, mention share, are we even there, do we appear, do we show up, we show up, we appear, we come up, do we come up, are we named, we get named, are we mentioned, we get mentioned, being mentioned, get mentioned, fewer answers, in what share, share of, mention rate, mention rates, how often, how frequently, mentioned, mention us, mention frequency, share of voice, share of answers, what share, how many answers, how many times, percentage of answers, percent of answers, in what percentage, mentioned more, mentioned less, frequency, mentions, most mentioned, mention, how frequent, share of mentions',
  rank: 'in the list, on average, average spot, how far up, how far down, which spot, rank, ranks, ranked, position, positions, place, placement, in which place, which place, outrank, outranks, average rank, avg rank, spot, average position, ranking, by position, ranks higher, second, third, rank higher',
  sentiment:
    'a quote, quotes where, quote where, anything bad, anything negative, anything nasty, bad about us, complains, complain about us, liked, is liked, like us, likes us, do they like, spoken of more highly, spoken highly of, speak highly of, speaks highly of, think highly of, thought highly of, well thought of, complimentary, better press, worse press, good press, bad press, do the models speak, engines speak, models speak, ais speak, bots speak, they speak, badmouthing, bad mouthing, bad mouth, trashing, trash talking, warm, warmer, how warm, hostile, loved, nice about us, nice to us, kind about us, kind to us, speak well of, speaks well of, kindest, nicest, nicer, kinder, friendlier, friendliest, warmest, harshest, meanest, good things, bad things, or bad, good or bad, speak nicely, talk us down, talks us down, down on us, like or dislike, nice things, bad things, say nice, good things, warmly, badmouth, trash, complain, complaining, complaints, praise us, negatives, positives, mood, vibe, flattering, harsh, unkind, says about us, saying about us, said about us, say of us, says of us, saying of us, spoken about us, nicest quote, worst quote, quote me, quotes about us, words about us, worst answer, best answer, in their own words, speak of us, think of us, say about us, talk about us, sentiment, positive, negative, positively, negatively, tone, favorable, favorably, favourable, favourably, opinion, how do they feel, feel about, nicely, speak kindly, how kindly, talk kindly, kindly of, kindly about, most kindly, friendly, like us, well spoken, negativity, positivity, reputation, critical, criticise, criticize, badly spoken, talk badly, speak well, speak badly, perceive, perceived',
  singular: 'the prompt, that prompt, our prompt, prompt, this prompt',
  silent:
    'no post, no posts, no digest, was there no, didnt post, not posting, nothing posted, havent seen, hasnt posted, missing, why was there no, why is there no, why no',
  how_often: 'how often, how many times, how frequently, how many answers, in how many answers',
  worse: `loosing, drop, dropped, drops, dropping, fell, fall, fallen, falling, falls, down, dip, dipped, decline, declined, declining, decrease, decreased, got worse, gotten worse, getting worse, worsened, slip, slipped, slid, sink, sank, sunk, tank, tanked, plunge, plunged, crash, crashed, lose, lost, losing, loss, weakened, shrunk, nosedive, slump, slumped`,
  better: `rise, rose, risen, rising, rises, jump, jumped, spike, spiked, climb, climbed, climbing, grow, grew, grown, growing, growth, increase, increased, gain, gained, gaining, went up, go up, gone up, is up, are up, improve, improved, improving, improvement, got better, getting better, recover, recovered, rebound, surge, surged, uptick`,
  future: `tomorrow, next week, next month, next year, next quarter, will, forecast, predict, prediction, future, expect, by christmas, projected, end of year`,
} as const satisfies Record<string, string>;
export type Sign = keyof typeof SIGNS;

/** Things the API doesn't cover. */
export const BEYOND = `domain rating, raised money, raise money, funding round, weather, revenue, traffic, visits, visitors, sales, price of, prices, cost us, bill, employees, stock, google rank, google ranking, seo, backlinks, keyword, keywords, serp, conversion, conversions, signups, clicks, budget, invoice, salary, market share, followers, customers, churn, funding, headcount, downloads, ad spend, ads, roi, profit, impressions, twitter, linkedin, instagram,
  cpc, pipeline, deal, deals, crm, mrr, arr, nps, joke, poem, translate, lunch, time is it, google, bing, password, address, phone, email, founded, valuation, pricing page, bounce rate, session, sessions, plan cost, how expensive, subscribers, uptime of, meeting room, code, sql, capital of, president, sports, soccer, bitcoin, recipe, journalist, journalists, open rate, click rate, ctr, banned, charge, charges, hiring, refund, refunds, sla, sign ups, cheaper, cheapest, domain authority, search volume, branded search, correlation, correlate`;

/** A line that starts with one of these is an order, which a question can't carry out. */
export const ORDERS =
  'drop the, drop our, get rid of, take off, stop, start, delete, remove, untrack, add, pause, resume, mute, unmute, claim, assign, dismiss, snooze, accept, reject, create, make, set, change, turn, switch, disable, enable, subscribe, unsubscribe, cancel, send, post, reply, answer, rename, edit, update, reset, invite, kick, export, schedule, track, move, release, draft, compose, publish, approve, notify, ping, invite, download, install, connect, email, book, buy, write to, write it, write an answer, write a reply, write a post, write an article, write a comment, please stop, please delete, please add, please remove, can you delete, can you add, can you remove, can you stop, could you add, could you delete, could you remove';

/** Words without meaning for a question. */
export const FILLERS = `previous, behalf, pr, hr, cfo, coo, qa, devrel, a, an, the, and, or, but, of, on, in, at, to, for, from, by, with, about, into, as, per, via, than, then, so, if, is, are, was, were, be, been, being, am, do, does, did, done, has, have, had, having, can, could, would, should, shall, may, might, must, it, its, this, that, these, those, there, here, they, them, their, you, your, he, she,
  what, whats, when, whens, where, wheres, which, wich, how, hows, get, gets, got, give, gimme, tell, show, see, know, let, lets, find, look, looks, looking, looked, want, wanna, need, like, likes, please, pls, plz, thanks, thank, hey, hi, hello, ok, okay, just, only, still, now, right, currently, current, moment, at the moment, again, also, too, very, really, quite, any, anything, anyone, anybody, some, something, someone, somebody, everyone, all, both, each, no, not, nothing, nobody, none, yet, already, ever, even, much, many, lot, bit, more, less, few, number, kind, sort, thing, things, stuff, way, out, off, up, over, under, across, between, through, during, since, until, till, after, before, while, because,
  id, ill, ive, im, youre, dont, doesnt, didnt, isnt, arent, wasnt, cant, couldnt, havent, hasnt, wed, theyre, whatre, going, go, goes, gone, went, come, comes, came, coming, say, says, said, saying, think, thinks, mean, means, meant, ask, asked, asks, asking, question, questions, answer, answers, answering, use, uses, used, using, make, makes, made, take, takes, took, put, puts, turn, turns, keep, keeps, try, work, works, today, lately, recently, recent, usually, usualy, normally, actually, overall, exactly, basically, maybe, perhaps, probably, quick, quickly, short, simple, week, day, month, ai, new, open, latest, last, same, other, others, another, first, next, one, ones, two, three, four, five, six, seven, eight, nine, ten, half, point, points, percent, level, levels, figure, figures, data, value, values, result, results, info, information, details, detail, view, chart, graph, plot, table, list, lists, sorry, bother, wondering, curious, interested, hear, heard, hope, team, boss, colleague, guys, folks, everybody, slides, presentation, deck, meeting, exec, call, customer, client, company, brand, putting, together, preparing, trying, figure out, understand, check, checking, checked, remind, quote, am i right, correct, true, sure, fine, cool, great, nice, good, really good, well, anywhere, somewhere, everywhere, far, ago, long, time, times, period, yesterday, morning, afternoon, tonight, weekend, back, down, up, per, regarding, concerning, around, roughly, approximately, least, above, below, minimum, min, at least, higher, lower, high, low, big, small, main, major, key, most, total, count, there, hand, etc, vs, against, behind, belong, belongs, part, case, mind, love, happy, glad, possible, able, such, own, exist, exists, contain, contains, containing, concern, concerns, related, saw, seen, seeing, seem, seems, write, read, rest, lines, line, short, wise, speak, speaks, speaking, said, place, places, places, users, user, people, person, world, side, according, inside, outside, within, without, among, amongst, along, toward, towards, versus, instead, unlike, plus, minus, except, worth, interesting, important, relevant, useful, specific, specifically, particular, certain, given, based, once, twice, often, sometimes, always, never, rather, else, ahead, away, apart, either, neither, nor, whether, though, although, however, therefore, hence, thus, till, upon, everything, whole, entire, full, every, several, various, different, similar, fair, kindly, appreciate, dear, morning, evening, folks, buddy, sightline, bot, thx, cheers, btw, fyi, asap, um, uh, hmm, oh, ah, yeah, yes, yep, nope, well, ps, hi there, happens, kept, year, rn, tho, u, ur, r, n, da, wanted, needed, being, itself, themselves, yourself, myself, yours, theirs, his, her, hers, him, thats, heres, theres, itll, youve, youd, weve, wont, wouldnt, shouldnt, lemme, gonna, gotta, kinda, sorta, alone, real, heck, hell, earth, possibly, perspective, terms, regard, regards, respect, relation, respectively, ought, days, months, weeks, ais, might, wonder, whether, manager, wants, taken, lunch, break, newsletter, personally, paste, evidence, everyones, somebody, asks, choose, asking, told, being, usual, actual, whose, talk, talking, w, ceo, cto, cmo, vp, slide, paragraph, average, fewer, wording, exact, robots, chatbots, list, report, sum, bring, anyway, anyhow, apparently, obviously, clearly, seriously, literally, tell, story, everyone, themselves, real quick, quickest, type, kinds, sorts, types, kinda, run, runs, running, weekly, daily, monthly, getting, becoming, become, became, believe, guess, honest, honestly, suppose, assume, supposed, explain, describe, share, provide, pull, update, refresh, fetch, report, hold, bring, help, allow, happy, trouble, favor, second, minute, seconds, minutes, hour, hours, found, numbers, service, approval, pending, approve, approved, kind, current, thoughts, situation, stuff, matter, handle, share, overnight, headline, headlines, fire, noise, real, forget, forgot, forgotten, empty, brutal, tweet, investor, investors, date, cs, i.e, ie, e.g, eg, partner, partners, teh, noon, leave, left, stay, stays, hang, quiet, loud, fast, slow, easy, hard, early, late, soon, next, hour, half, busy, ready, start, finish, finally, suddenly, curve, role, play, plays, line, word, words, page, picture, idea, reason, chance, luck, lucky, bet, hope, hopes, fear, joking, joke, kidding, silly, stupid, smart, clever, human, machine, money, business, office, desk, board, boardroom, marketing, sales team, product, support, success, engineering, founder, intern, analyst, agency, freelancer, journalist team, customer, customers team, prospect, prospects, buyer, buyers, everybody, mate, dude, man, bro, y'all, yall, plain, english, basic, exact, rough, roughly, honest, truth, fact, facts, claim, claims, said, heard, read, seen, watch, watching, follow, keep an eye, eye, hand, hands, head, heads, mouth, face, feeling, feel, sense, nonsense, pretty, fairly, totally, completely, entirely, mainly, mostly, partly, hopefully, luckily, sadly, weird, strange, odd, funny, crazy, insane, wild, huge, tiny, massive, slight, slightly, tad, bunch, couple, handful, pile, piece, pieces, thing, stuff, launch, launched, release, released, shipped, ship, update, updated, relaunch, rewrite, rewrote, rewritten, guide`;

/** Other names of places, by the ISO 3166 code that the API may use. */
export const REGION_WORDS: Readonly<Record<string, string>> = {
  US: 'us, usa, u.s, america, american, americans, the states, united states, stateside',
  GB: 'gb, uk, u.k, britain, british, brits, great britain, england, english market, united kingdom',
  DE: 'de, germany, german, germans, deutschland',
  FR: 'fr, france, french, the french',
  CA: 'ca, canada, canadian, canadians',
  ES: 'es, spain, spanish, spaniards',
  IT: 'italy, italian, italians',
  NL: 'nl, netherlands, dutch, holland',
  AT: 'austria, austrian, austrians',
  CH: 'switzerland, swiss',
  AU: 'au, aus, oz, australia, australian, australians, aussie, aussies, down under',
  IN: 'india, indian, indians',
  JP: 'jp, japan, japanese',
  BR: 'br, brazil, brazilian, brazilians',
  MX: 'mx, mexico, mexican, mexicans',
  PL: 'pl, poland, polish, poles',
  SE: 'se, sweden, swedish, swedes',
  IE: 'ireland, irish',
  NZ: 'nz, new zealand, kiwi, kiwis',
  SG: 'sg, singapore',
  ZA: 'za, south africa, south african',
  AE: 'uae, u.a.e, emirates, united arab emirates, dubai',
  TR: 'tr, turkey, turkish, türkiye',
  KR: 'kr, korea, south korea, korean',
  CN: 'cn, china, chinese',
  NO: 'norway, norwegian',
  DK: 'dk, denmark, danish, danes',
  FI: 'fi, finland, finnish',
  PT: 'pt, portugal, portuguese',
  BE: 'belgium, belgian',
  CZ: 'cz, czechia, czech, czech republic',
};

/** Engines that exist, whether or not a project uses them. */
export const ENGINES_ANYWHERE =
  'chatgpt, claude, gemini, perplexity, copilot, grok, deepseek, deep seek, mistral, le chat, llama, meta ai, qwen, kagi, bard, bing chat, ai overviews, ai mode, google aio';

/** Before a name that is ruled out. */
export const BEFORE_NOT_MEANT = /^(?:not|except|excluding|without|besides|sorry)$/;

/** Between a name and its correction. */
export const TAKEN_BACK = /^(?:sorry|mean|meant|wait|rather|correction|oops)$/;

/** Singular words next to a name, by kind. */
export const KIND_WORDS: Readonly<Record<string, 'topic' | 'engine' | 'region'>> = {
  topic: 'topic',
  theme: 'topic',
  subject: 'topic',
  engine: 'engine',
  assistant: 'engine',
  region: 'region',
  country: 'region',
  market: 'region',
};

/** Numbers in words; "one" is rarely a number. */
export const NUMBERS: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twenty: 20,
};

/** Before or after a minimum, and after an amount of change. */
export const BEFORE_FLOOR =
  /(nothing under|nothing below|not under|not below|no lower than|none under|above|over|at least|atleast|min|minimum|from|>=?|higher than|more than|better than|scoring|exceeding)\s*(?:a score of |of |score )?$/i;
export const BEHIND_FLOOR =
  /^\s*(?:points?|pts?|%|percent)?\s*(\+|or (more|higher|better|above|up)|and (up|above|higher|more|better)|plus\b)/i;
export const BEHIND_AMOUNT =
  /^\s*(h\b|hrs?\b|hours?|min(s|utes?)?\b|[ap]m\b|:\d\d|o.?clock|points?|pts?|percent|%|places?|positions?|times|answers?|out of)\b/i;

/** Prompts that contain given words, including names. */
export const SEARCH =
  /^(.*\b(?:prompts?|questions|queries)\b.*\b)(?:contain(?:s|ing)?|with the words?|that say|that mention|mentioning)\s+["“]?(.+?)["”]?\??$/i;
/** Fillers that belong to a prompt next to one of its words: "small teams", "flag service". */
export const BESIDE_PROMPT_WORDS =
  /^(?:small|big|large|open|new|short|fast|quick|slow|easy|hard|free|real|high|low|good|cheap|simple|early|late|half|service|product|support|customers?|users?|people|buyers?|agency|office|business|company|brand|money)$/;
export const OF_PROMPTS = /^(prompts?|queries|query|tracked|questions?)$/;
export const ABOUT = /^(on|about|with|containing|mentioning|contain|mention|concerning)$/;
/** Before and after words that name one prompt. */
export const BEFORE_PROMPT = /^(on|for|about)$/;
export const BEHIND_PROMPT = /^(prompt|question|one|query)$/;
/** After and before the words of one prompt. */
export const OF_ONE_PROMPT = /^(?:prompt|question|query|answers?)$/;
export const BEFORE_WORDS_OF_PROMPT = /^(?:the|our|that|this|its|their|for|on|to)$/;
export const ARTICLE = /^(the|our|my|your|a|an)$/;

/** Before names. */
export const BEFORE_NAME =
  /^(on|in|for|about|with|against|vs|versus|than|topic|engine|region|competitor|rival|brand|country|behind|mentions?|cites?)$/;

/** Before names without an article. */
export const RIGHT_BEFORE_NAME = /^(is|does|has|of|by|from|at)$/;

/** Before a total rather than a limit: "our 10 prompts". */
export const SUPERLATIVE = /^\s*(?:[a-z]+est|best|worst|top|most|least)\b/i;
/** "just one" */
export const BEFORE_ONE = /\b(?:just|only)\s*$/i;
export const BEFORE_ALL = /\b(?:our|all|my|these|those|all the|of the)\s*$/i;

/** "take it off the list" */
export const TAKES_OFF = /^(?:take|throw|kick|get) .*\b(?:off|out of)\b/;

/** "How do I track a prompt" means the order itself. */
export const HOW_TO =
  /^(?:how (?:do|can|could|would|should) (?:i|we|you|people)|how to|where (?:do|can) (?:i|we)) (?=(?:un)?track (?!on|against|in|for)|dismiss|claim|snooze|accept|pause|resume|mute|change|set|adjust|raise|lower|(?:un)?subscribe|delete|remove|assign|export|connect|install|invite|cancel|disable|enable|rename)/;

/** Before an order. */
export const POLITE =
  /^(please|pls|can|could|would|might|may|i|trouble|to|kindly|you|hey|hi|just|now|ok|sightline)$/;

/** The start of a follow-up. */
export const GOING_ON =
  /^\W*(?:and|but|also|or|then|now|ok(?:ay)?|so|what about|how about|what if|only|just|same)\b/i;

/** Where a second question may begin: after "and" or a question mark. */
export const JOINT =
  /\s+\+\s+|[?;.]\s+(?:(?:and|also|plus)\s+)?(?=(?:what|who|which|how|why|when|where|any)\b)|,?\s+(?:(?:and|plus)\s+)?also\s+|(?<!\bbetween\b[^?.;]*),?\s+(?:and|plus)\s+/i;

/** Words for days, which aren't typos. */
export const DAY_WORDS = `monday, tuesday, wednesday, thursday, friday, saturday, sunday, mon, tue, tues, wed, thu, thur, thurs, fri, sat, sun, january, february,
  march, april, june, july, august, september, october, november, december, jan, feb, mar, apr, jun, jul, aug, sep, sept, oct, nov, dec, yesterday, today, week,
  weeks, month, months, day, days, quarter, quarters, year, years, weekend, wk, wks, weekly, daily, monthly`;

/** Abbreviations and misspellings that aren't words themselves. */
export const SHORT_FOR: Readonly<Record<string, string>> = {
  wich: 'which',
  mtg: 'meeting',
  doin: 'doing',
  sory: 'sorry',
  wat: 'what',
  wht: 'what',
  halp: 'help',
  teh: 'the',
  ppl: 'people',
  hw: 'how',
  abt: 'about',
  btwn: 'between',
};

/** Short forms of "first place". */
export const FIRST_PLACE = /#\s?1\b|\bno\.? ?1\b/gi;

/** Rewrites unusual wordings to the usual one. */
export const SAME_AS: readonly (readonly [RegExp, string])[] = [
  [/^(\W*(?:(?:and|so|ok)\s+)?)y(?=\s+(?:r|are|did|is|has|have|do|does|we)\b)/i, '$1why'],
  // After a change it asks for the cause.
  [/(?<=\S\s+\S+\s+\S+)\s*[,.;:–—-]\s*(?:so\s+)?what(?:['’]s)? happened\s*\??$/i, ', why'],
  [
    /\bwhen (?:did|have|has|was|were) (?:we|it|our (?:visibility )?score)(?: at (?:our|its))? (?:peak(?:ed)?|highest|best)\b/i,
    'what was our best day by score',
  ],
  [
    /\bwhen did (?:we|it|our (?:visibility )?score) (?:bottom(?:ed)? out|hit (?:rock )?bottom)\b/i,
    'what was our worst day by score',
  ],
  [
    /\bhow (?:do|can|could|should|would|to) (?:(?:we|i) )?(?:beat|overtake|outrank|get (?:ahead of|past)|catch(?: up (?:with|to))?)\b/i,
    'how do we compare with',
  ],
  [
    /\b(?:answers?|responses?) (?:where|in which|that|which) (?:we(?:['’]re| are)? (?:missing|absent|not (?:in|named|mentioned))|(?:do(?:es)?n['’]?t|do(?:es)? not) (?:mention|name) us)\b/i,
    'worst prompts by mention rate',
  ],
  [
    /\bwhy (?:do|does) (?:they|it|ai|ais|engines|ai engines|llms|models|assistants) (?:dislike|hate|not like) us\b/i,
    'how is our sentiment',
  ],
  [/\bwhy (?:do|does) (\S+) (?:dislike|hate|not like) us\b/i, 'how is our sentiment on $1'],
  [
    /\bhow (?:many times|often) did (?:we|it|our (?:visibility )?score) (?=fall|drop|decline|slip|rise|go up|go down|improve|change|move)/i,
    'how did our score ',
  ],
  [/\bwhat (?:do|can) you (?:know|tell (?:me|us)) about\b/i, 'tell me about'],
  [
    /\bwhat (?:did|does|do|would) (.+?) (?:answer|say|reply|respond)(?: to| for| on| when asked)? (?=["“])/i,
    'figures on $1 for ',
  ],
  // "Going to" a channel isn't the future.
  [
    /\b(?:going to|gonna)\s+(?=(?:be|get|go|happen|change|recover|improve|rise|grow|fall|drop|hit|reach|beat)\b)/i,
    'will ',
  ],
  // Neither is someone who will ask.
  [/\bwill (?:(?:probably|surely|definitely) )?(?:ask|want|need)\b/i, 'asks'],
  [
    /^(\W*(?:(?:and|so|ok)\s+)?)who(?:['’]s|\s+is|\s+has)?(?=\s+(?:gained|gaining|lost|losing)\b(?!\s+to\b))/i,
    '$1which rivals',
  ],
  [
    /^(\W*(?:(?:and|so|ok)\s+)?)(?:(?:are|were)\s+there\s+)?(?:(?:some|any)\s+)?(?:negative|bad|critical)\s+(?:mentions?|quotes?)\b/i,
    '$1how is sentiment',
  ],
];

/** Asks who moved most in any direction. */
export const MOVED_MOST =
  /\b(?:chang|mov|shift|swung|vari|fluctuat)\w*\b(?: \w+){0,2} most\b|\b(?:biggest|largest|greatest|most) (?:chang\w*|mov\w*|shifts?|swings?|volatil\w*)\b/i;

/** Asks for the direction. */
export const EITHER_WAY =
  /\b(?:better or worse|worse or better|up or down|down or up|rise or fall|rising or falling|(?:improv|gain|ris|gett?)ing (?:or|vs) (?:declin|los|fall|dropp|worsen)ing)\b/i;

/** How many leads each forum has, or which one has most. */
export const BY_PLACE =
  /\b(?:by|per|each|every|across|which|what) (?:sub(?:reddit)?s?|forums?|communit(?:y|ies)|places?|sites?)\b(?! (?:threads?|posts?|discussions?))|\bwhere (?:do|are|did) (?:most (?:of )?)?(?:our|the|these|those|all)? ?(?:leads|threads) (?:come |coming )?from\b/i;

/** Asks for the end of a list that starts with the best. */
export const LEAST = /(?<!\bat )\b(?:low[ -]scor(?:e|ed|ing)|worst|lowest|weakest|least|fewest|bottom)\b/i;

/** Asks for the best or worst day: "our worst day this month", "when did we peak". */
export const BEST_DAY =
  /\b(?:best|highest|strongest|top|record|peak|greatest)\b(?:\s+[\w-]+){0,2}\s+(?:day|date)\b|\bwhen\b.*\b(?:highest|peak(?:ed)?|best|all[ -]time high)\b|\b(?:all[ -]time|record)[ -]high\b|\b(?:day|date)\b.*\b(?:highest|best)\b/i;
export const WORST_DAY =
  /\b(?:worst|lowest|weakest|poorest)\b(?:\s+[\w-]+){0,2}\s+(?:day|date)\b|\bwhen\b.*\b(?:lowest|worst|all[ -]time low|bottom(?:ed)?(?: out)?)\b|\b(?:all[ -]time|record)[ -]low\b|\b(?:day|date)\b.*\b(?:lowest|worst)\b/i;

/** "the battery prompt" */
export const ONE_PROMPT = /\b(?:the|that|this|our)\s+(?:[\w-]+\s+){1,3}(?:prompt|question|one)\b/i;

/** The start of a sentence about the asker, and of a question. */
export const SAYS_OF_SELF =
  /^\W*(?:i|im|i['’]m|i['’]d|i['’]ll|i['’]ve|my|hi|hey|hello|thanks|for context)\b/i;
export const IS_QUESTION =
  /\b(?:what|which|who|how|why|when|where|whats|can you|could you|can i|could i|may i|show|give|tell|list|see|get|wonder|compare)\b/i;

const AIMS =
  'e-?mails?|all.hands|syncs?|memos?|reviews?|check.?ins?|1:1s?|webinars?|interviews?|decks?|slides?(?: \\d+)?|posts?|tweets?|newsletters?|calls?|meetings?|board|partners?|clients?(?: two)?|standups?|presentations?|reports?|updates?|demos?|qbr|offsite|lunch|pitch|exec(?:utive)?s?|investors?';

/** What the answer is for: "for the Friday post", "before lunch". */
export const AIM = new RegExp(
  `[,:]?\\s*\\b(?:asking for|for|before|going into|ahead of)(?: (?:the|a|an|my|our|their|this|next|tomorrow['’]?s?|today['’]?s?|(?:mon|tues|wednes|thurs|fri)day['’]?s?)(?: [\\w'’-]+){0,2}?)? (?:${AIMS})\\b(?! (?:prompt|topic|question|threads?|leads?))(?: (?:meeting|call|update|slide|deck|partner|review))?:?`,
  'gi',
);

/** An introduction before a colon. */
export const BEFORE_COLON =
  /^\W*(?:i|im|i['’]m|on a|finance|board|following up|my|so|quick|hi|hey|question|ok|exec|asking)\b[^:?]*:\s+(?=\S+ \S+)/i;

/** After the question: why it is asked, or what happens next. */
export const TAIL =
  /\s*[,;–—(-]\s*(?:and )?(?:(?:i['’]?m|i am|i['’]?ll|i will|i have|i['’]?ve|i need|i could|i can|i want|i['’]?d|i think|they['’]?ll|they will|they ask|my (?:boss|manager|prospect|clients?|ceo|cfo|team|lead)|because|cause|cuz|asking|you know|one (?:word|decimal|number|line)|just that|whichever|no rush|if you|so i|for context|in case|thx|thanks)\b(?! mean))[^?]*$/i;

/** The start of a question or request. */
export const ASKS =
  /^\W*(?:(?:so|and|but|ok|also|please|pls|now|then|just|hey|hi)\W+)*(?:what|which|who|how|why|when|where|is|are|am|do|does|did|has|have|had|can|could|would|will|should|any|show|give|tell|list|get|compare|rank|need|want|i need|i want|i['’]?d like)/i;

/** Pure politeness, followed by the question itself. */
export const IS_POLITE = /^\W*(?:sorry|excuse me|hi|hey|hello|ok|thanks)\b(?:\s+[\w'’]+){0,3}\W*$/i;
