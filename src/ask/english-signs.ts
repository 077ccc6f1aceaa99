/** The phrases that show what a question is about, alphabetically. Another language would be another such file. */
import { allForms, FALLS, RISES } from './english-moves.ts';

/** Combines each subject with each verb: "nobody took, nobody has taken". */
function combine(who: string, did: string): string {
  const all = (list: string) => list.trim().split(/,\s*/);
  return all(who)
    .flatMap((one) => all(did).map((each) => `${one} ${each}`))
    .join(', ');
}

const PEOPLE =
  'anyone, anybody, someone, somebody, someone else, somebody else, one of us, colleague, colleagues, others, teammates, the team, we';
const SOMEBODY = `
  already, are, been, being, got, is, team, was, were, weve, who, who has, who have, whos, ${PEOPLE},
  ${combine('did, has, have, is, was', PEOPLE)}, ${combine(PEOPLE, 'has, have, is')}`;
const NOBODY = `
  arent, didnt, hasnt, hasnt been, havent, havent been, isnt, left to, never, no one, no one has, no ones, nobody,
  nobody has, nobodys, noone, noone has, noones, not, not been, not yet, still to be, we never, without, without being, yet
  to be, wasnt, werent`;
const I = 'i, ive, i have, i still, did i, have i, do i, do i still, am i';
/** What people do with leads; TAKEN and the like also follow “i”, where “I take” may be “should I take”. */
const TAKEN =
  'claimed, taken over, took over, dealing with, dealt with, following up, grabbed, handled, handling, looked at, looking after, looking at, picked, picked up, taken, took, touched, working on';
const TAKE = `claim, grab, pick, pick up, take, touch, ${TAKEN}`;
const ANSWERED = 'answered, replied, replied to, responded, responded to, responding to';
const ANSWER = `answer, answers, replies, reply, respond, ${ANSWERED}`;
const DROPPED = `
  binned, discarded, dismissed, passed on, rejected, ruled out, skipped, threw away, threw out, thrown away, thrown out, tossed, turned down`;
const DROP = `bin, discard, dismiss, pass on, reject, rule out, skip, throw out, toss, turn down, ${DROPPED}`;
const HELD = 'on, snoozed, owe, own, promise, promised, said id answer';

const SHOULD = `
  can i, can we, could i, i can, we can, could we, i should, let us, lets, must we, need to, ought to, shall i, shall we, should i,
  should the team, should we, team should, to, we should, worth`;

/** Verbs that say what a question is about, in any form. */
const VERBS = {
  worst: `
    hurt/hurt, damage, harm, drag/dragged us, drag/dragged us down, drag/dragged down, kill us, sink/sank us, cost/cost us`,
  compare: `
    beat/beat/beaten, catch/caught up, compare, gain on us, lag, lose/lost to, match up, measure up,
    outdo/outdid/outdone, outperform, outrank, overtake/overtook/overtaken, stack up, threaten, trail`,
  named: `
    appear, bring/brought up, come/came up, dominate, favor, favour, feature in, mention, name, pick, pop up,
    praise, prefer/preferred, recommend, show/showed/shown up, suggest, talk about, turn up`,
  sources: `
    cite, draw/drew/drawn on, lean on, link, pull from, quote, read/read from, reference, rely on, shape`,
  change: `
    bounce, bump, change, cool, develop, drift, evolve, fluctuate, move, pick up, plateau, progress, shift,
    stagnate, swing/swung, turn, vanish, warm up, warm to, wobble`,
  suggest: `
    propose, suggest, advise`,
};

/** Signs of a question's meaning, besides names, days and numbers. */
export const SIGNS = {
  why: `
    because of what, behind, blame, cause, caused, causes, causing, culprit, driver, drivers, driving, drove,
    do we owe, due to, explain, explanation, how come, how so, reason, reasons, responsible, what boosted, what dragged,
    came from, what led to, what sparked, what triggered, what happened there, what happened to, what happened with, what helped, what hurt, what killed,
    what lifted, what made, what makes, what pulled, what pushed, what sank, what the story is, whats the story, what the heck happened to,
    what turned, what gives, what went wrong, whats dragging, whats pulling, whats going on there, whats up there, whats up with, whats wrong, why, whyd`,
  change: `
    a coincidence, a glitch, an anomaly, an artefact, an artifact, an outlier, any better, are up, back to normal,
    backslide, before and after, better since, better or worse, blew up, blip, blow up, bounce back, compared to
    before, course, curve, data error, decay, delta, dent, development, difference since, different from, direction,
    disappear, disappeared, doubled, dove, down, downturn, evolution, false alarm, fared, fewer, flat, fluke, gain
    ground, gained ground, gaining ground, get any nicer, growth, halved, hiccup, higher, hit, improvement, is up,
    less often, less on, less negative, less positive, less than before, loosing, lose ground, losing ground, loss,
    lost ground, lower, measurement error, mentioned less, mentioned more, momentum, more bad, more negative, more
    positive, more often, more on, more or less, more than before, movement, noise, outlook, over time, progression,
    random, reduction, setback, significant, slid, sliding, stagnant, stronger than, taken off, then and now, took off, trend,
    trending, trends, up again, uptick, volatile, volatility, warming towards, weaker than, worse,
    ${RISES},
    ${FALLS},
    ${allForms(VERBS.change)}`,
  compare: `
    above us, against, ahead, alongside, and us, anyone passed, before us, behind, below us, benchmark, beside,
    better sentiment than, better than, catch up with, close to, closest, closing in, compair, comparison, contrast,
    difference, distance, doing better, eating our lunch, everyone else, gap, good score, head to head, higher score
    than, higher than, in front of, lead over, lower score than, lower than, nearest rival, nearest to us, next to,
    on our heels, or them, or us, out in front, over us, passed us, past, relative to, rival, side by side, size up,
    sizing up, stronger, than us, than we, the industry, the others, threat, watch out for, worry about, us and, us
    or, v, versus, vs, who ranks higher, worse than,
    ${allForms(VERBS.compare)}`,
  leading: `
    leads the field, leads the pack, which brand leads, which tool leads, who else leads, who is leading,
    who leads, whos leading`,
  who: `
    anybody else, anyone else, somebody else, someone else,
    what brand, what brands, what companies, what competitors, what other brands, what tools, which brand,
    which brands, which companies, which company, which competitor, which competitors, which other,
    which product, which products, which rival, which rivals, which tool, which tools, which vendor,
    which vendors, who, whoever, whom, whos, whose`,
  named: `
    alternatives, brand, brands, come out on top, companies, competition, competitor, competitors, contenders, first
    place, get the nod, gets the nod, in the answers, listed, lists, owns, players, products, push, pushes, pushing,
    put first, puts first, rivals, shortlist, spoken of, tools, vendors, who comes second, who is second, whos
    second,
    ${allForms(VERBS.named)}`,
  first:
    'at the top, top dog, before us, first, named top, no 1, number one, on top, pops up first, top spot',
  sources: `
    article, articles, based on, behind the answers, bibliography, blog, blogs, citation, citations, docs, domain,
    domains, drawn from, feed its answers, feed the answers, feed the engines, feed their answers, feeds the
    engines, feeding the answers, feeds its answers, feeds the answers, footnotes, fuel the answers, get its info,
    get their info, get their information, get this from, get this stuff, gets its info, gets this, getting that,
    getting this from, getting this stuff, go into the answers, goes into the answers, guide, guides, info from,
    inform the answers, information from, informs the answers, learn from, learns from, look things up, looks things
    up, material, outlets, page, pages, podcast, podcasts, publication, publications, publisher, publishers,
    reading, referrer, referrers, relies on, site, sites, source, sources, take their answers from, third party,
    url, urls, video, videos, web pages, webpage, webpages, webs, website, websites, went into the answers, where do
    they get, where does it get, where from, where is it getting,
    ${allForms(VERBS.sources)}`,
  own_site: `
    our blog, our content, our docs, our domain, our homepage, our own pages, our own site, our own website,
    our page, our pages, our site, our website, page of ours, pages of ours`,
  leads: `
    answer first, anybody asking, anyone asking, anything urgent, asking about, backlog, chime in, community,
    community posts, conversation, conversations, could reply, discussion, discussions, engage with, forum,
    forum posts, forums, join, jump in, jump into, jump on, lead, leads, opportunities, opportunity,
    people ask about, people asking, people mention, people mentioning, people talk about, posts to answer,
    questions to answer, reply to, respond to, should reply, somebody asking, someone asking, sub, subreddit,
    subreddits, subs, thread, threads, to work through, weigh in, worth a reply, worth answering,
    worth replying`,
  happened: `
    activity, alert, alerted, alerts, ${combine('alert, alerts', 'cleared, closed, ended, faded, held, recovered, reverted')}, anything i should know, anything interesting, anything new,
    anything to bring up, anything to report, anything worth knowing, been out, breaking, catch me up,
    catch up, caught up, decide, decided, decisions, did anyone, did anything, did someone, dismissed by,
    event, events, fill me in, going on, happen, happened, happening, highlights, history of, holiday, incidents, log,
    miss, missed, need to know, news, notable, noteworthy, notifications, on vacation, out of the ordinary,
    passed in, recap of, should bring up, should flag, since i left, spill the tea, surprise, surprises, timeline, take place, taken place, took place,
    unusual, up to speed, warnings, was away, was in the last, was off, was out, went on, what did people do,
    what did the team do, what has passed, what is new, what was done, whats new, whats the latest,
    while i was, who answered, who claimed, who dismissed, who replied, worth flagging`,
  prompts: `
    follow, followed, best question, our question, performing question, prompt, prompts, queries, query, questions, that question, the question, track, tracked,
    tracking, which question, wording, you run`,
  suggest: `
    action items, action plan, advice, be mentioned more, can we do, can we improve, content plan, could we do,
    could we improve, create next, do about, do we improve, dont have a page, fix, focus on, gaps, get cited more,
    get mentioned more, have no page, hints, homework, idea, ideas, low hanging fruit, make next, new
    recommendations, new suggestions, next steps, no page for, no page on, one thing, ought to add, ought to do,
    ought to write, priorities, prioritise, prioritize, priority, produce next, prompts to track, proposal,
    proposals, publish, put out next, quick wins, recommend doing, recommend that we, recommend we, recommendation,
    recommendations, should i do, should i track, should i write, should we add, should we be tracking, should we
    cover, should we do, should we track, suggestion, suggestions, tip, tips, to do next, to improve, to write next,
    track next, we should do, worth adding, worth tracking, worth writing, what should we write, what to do, what to
    write, what would help, without a page, work on, write about,
    ${allForms(VERBS.suggest)}`,
  segments: 'audience, audience segments, audiences, buyer groups, segment, segments',
  content: `
    a piece, article, articles, article idea, article ideas, blog about, blog idea, blog ideas, blog post, blog posts, blog team, blog topic, blog topics, blog suggestions, bloggers, content,
    copywriter, copywriters, create, dont have a page, editor, editors, geo, get cited more, get mentioned more,
    have no page, no page for, no page on, pieces, publish, publishing, topic ideas, without a page, write,
    writer, writers, writing`,
  status: `
    gets alerted, gets notified, gets pinged, alive, api, bot, broken, can see, channel, channels, collection,
    complete, configuration, configured, connected, connection, data from, dead, didnt post, digest, digests,
    feed, feed errors, feeds, fetch, fetched, fresh, freshness, green, health, healthy, how many runs,
    how often are the prompts run, how often do you, how old, keys, last answer, last answered, last check,
    last refresh, last update, last updated, latency, measured, measurement, next post, next posts, next run,
    muted, unmuted, on hold, leads post, post due, no message from you, no post, no posts, nothing posted, online, outage, owner, pause status, paused,
    plugged in, disabled, enabled, switched off, switched on, turned off, turned on, poll, polling, polls, post next, post to, posted here, posting, posts here, rate limit,
    rate limited, rate limiting, rate limits, recap, recaps, refreshed, running, runs today, runs yesterday,
    schedule, scheduled, schedules, see this project, set up here, set up in here, set up in this channel, settings, status,
    subscribed, subscriptions, sync, synced, throttled, throttling, ticking over, timeout, timeouts, token, up to date,
    updated last, uptime, was run last, was there no, when do, when do you post, when is the next,
    when was the last, when will you post, working, you there, you up`,
  help: `
    able to answer, able to do, are you for, are you good at, ask you, can i ask, can u answer, can u do,
    can you answer, capabilities, command, commands, could i ask, examples, features, get started,
    getting started, good for, guide me, help, made up, how do i, how do you work, how does it work, how does this work,
    how to start, how to use, instructions, manual, mean, new here, options, show me around, sort of questions,
    things i can ask, tutorial, usage, what all can, what are you, what can i say, what can you do,
    what do i type, what do you do, what do you know, what does, what else can you, what else do you know,
    what is it you, what is possible, what is sightline, what is this bot, what is visibility score,
    what kind of questions, what kinda stuff, what questions, what sort of things, whats possible,
    where do i start, who are you`,
  overview: `
    all in all, at a glance, at large, bad shape, big changes, big picture, birds eye, bottom line, brief,
    briefing, catch up on numbers, check in, dashboard, doing, elevator pitch, everything, executive summary,
    general, generally, gist, good shape, headline figures, health check, high level, how are, how bad is it,
    how did we do, how do things look, how do we look, how have we done, how is, how we look, how we re doing,
    how well are we, hows, in a nutshell, in a sentence, in figures, in numbers, in one sentence, in review, in short, in two sentences, into us,
    key figures, key numbers, kpis, main figures, main numbers, newsletter, numbers for the, numbers look,
    on one page, one pager, one slide, overall, overview, paragraph, pulse, quick look, recap of the week,
    recap the week, report, roundup, run down, rundown, second summary, second version, short version,
    snapshot, standup, state of, sum it up, sum up, summarise, summarize, summary, the state, the story, tl dr,
    tl;dr, tldr, two minute version, two-minute version, what do i tell, where we are, whole picture, winning,
    wrap up, write a short, write me a, write up`,
  best: `
    all time high, best, best bets, best performing, biggest, biggest fan, brag, clearly ahead, do we own, easiest, excel, favors us, favours us,
    favorite, favourite, finest, good at, great, greatest, highest, hottest, ideal, juiciest, kindest, kings of,
    knows us best, leading, leave alone, least critical, least negative, look good, love, loves, loves us, most, nicest,
    number one, on our side, peak, peaked, perform best, performs best, promising, proud of, record high, shine, shining, show off,
    star, stop worrying, strength, strengths, strong, strongest, successful, top, top performing, warmest, we lead, well, win,
    winner, winners, winning, wins`,
  worst: `
    are we losing, are we missing, are we missing from, are we missing in, arent mentioned, country are we behind,
    engine are we behind, market are we behind, prompt are we behind, region are we behind, topic are we behind,
    arent we in, ashamed, awful, bad, badly, barely, behind most, countries are we behind, engines are we behind,
    markets are we behind, prompts are we behind, regions are we behind, topics are we behind, biggest drop, biggest
    losers, biggest loss, blind spot, blind spots, bomb, bombing, bottom, bring us nothing, brings us nothing,
    coldest, come last, comes last, dead last, dislike, dislikes, doesnt mention, doesnt name, dont mention,
    dragging, drags, dreadful, dropped most, dropped the most, embarrassed, embarrassing, fail, failing, fell most,
    fell the most, flop, flopping, flops, flunking, focus on, give us nothing, got worse, hammered, hardly,
    harshest, fewest, hate us, hates, hates us, holding us back, holds us back, hopeless, ignore, ignores, ignoring,
    in trouble, invisible, laggards, lagging most, last place, least, leave us out, leaves us out, leaving us out,
    let us down, lets us down, letting us down, lose most, loser, losers, losing most, lost most, lost the most,
    lousy, low hanging fruit, lowest, miserable, most critical, most love, most negative, most work, must improve,
    need help, need the most, need to improve, need work, need attention, need love, needs attention, needs love,
    needs help, needs the most, needs work, neglected, never appear, never come up, never show up, never mention,
    never mentioned, never mentions, never named, dont appear, dont come up, dont show up, no mentions, no one
    mentions, no one names, nobody mentions, nobody names, not in, not mentioned, not named, nowhere, pain points,
    poor, poorest, poorly, problem, problems, put us last, puts us last, rank us last, ranks us last, rate us
    lowest, rates us lowest, rubbish, should fix, should i focus, should improve, should we focus, sore spot,
    struggle, struggling, suck, sucks, suffer, suffering, terrible, trouble spots, ugliest, ugly, underperforming,
    we are missing from, we lose, weak, weak spot, weak spots, weakest, weakness, weaknesses, were losing, without
    us, zero love, no love, little love, worried, worry, worrying, worst, worst performing, zero mentions,
    ${allForms(VERBS.worst)}`,
  ranked: `
    across countries, across engines, across regions, across topics, best to worst, breakdown, by country,
    by engine, by market, by mention rate, by mentions, by position, by rank, by region, by score,
    by prompt, by sentiment, by topic, by visibility, compare all, compare engines, compare our, compare regions,
    compare the, compare topics, each engine, each region, each topic, every engine, every region, per prompt,
    from highest to lowest, from strong to weak, high to low, leaderboard, league table, list our, order,
    ordered, per country, per engine, per region, per topic, rank all, rank countries, rank engines, rank my, rank our,
    rank prompts, rank regions, rank the, rank them, rank topics, ranked,
    ranking, rankings, sort, sorted, split, standings, strongest to weakest, top to bottom, worst to best`,
  engines: `
    ai hates, ai likes, ais, assistant, assistants, best ai, bots, chatbot, chatbots, engine, engines, llm,
    llms, model, models, nicest ai, top ai, what ai, what bot, which ai, which bot, worst ai`,
  topics: 'area, areas, subject, subjects, theme, themes, topic, topics',
  regions: `
    countries, country, geographically, geographies, geography, locale, location, locations, market, markets,
    nation, nations, part of the world, parts of the world, place on earth, region, regions, territories,
    territory, where in the world`,
  standing: `
    any good, coverage, exposure, footprint, presence, are we, behind, beside, come across, do we do, doing,
    fare, hold up, how good, land, placed, shape, stand, standing, standings, stands, where do we, where we are`,
  us: 'i, im, me, my, myself, our, ours, ourselves, own, us, we, were, weve',
  mine: `
    anything for me, anything new for me, are for me, something for me, is for me, leads for me to, nothing for me, answered by me, claimed by me, dismissed by me, snoozed by me, taken by me, assigned to me, did i say id answer,
    do i have, do i still have to, leads i, i claim, mine, my answered, my cited, my claim, my claimed, my claims, my
    dismissed, my leads, my old, my oldest, my open, my own, my queue, my snoozed, my stale, my threads, my
    unanswered, on my plate, sitting on, take on myself, waiting for me, waiting on me,
    ${combine('did i, do i', 'answer, claim, dismiss, promise, reply, snooze, take')},
    ${combine(I, [TAKEN, ANSWERED, DROPPED, HELD].join())}`,
  unclaimed: `
    anyone hasnt, available, claimed by no one, claimed by nobody, free, no one on, no one owns, no
    owner, nobody handles, nobody is handling, nobody is on, nobody on, nobody owns, nobody yet, nobodys,
    noone owns, picked up by anyone, picked up yet, unassigned, unclaimed, untaken, untouched, up for
    grabs, up for the taking, with no claim, without a claim, without an owner, without anyone on it,
    without claim, without claims, did we ignore, ignored,
    ${combine(NOBODY, TAKE)}`,
  claimed: `
    being answered, being handled, being worked on, does someone have, has an owner, has which, is on which, with an owner, claimed, assigned, in progress, leads someone is on, leads somebody is on, someone else has taken, taken by, taken leads, taken threads, grabbed by, got which, whos got what,
    ${combine(SOMEBODY, TAKE)}`,
  snoozed: 'on snooze, postponed, put off, put to sleep, sleeping, snooze, snoozed',
  unsnoozed: `
    ${combine(NOBODY, 'snoozed')}`,
  undismissed: `
    ${combine(NOBODY, DROP)}`,
  unanswered: `
    lacking a reply, no answer yet, no replies, no reply, no response, no responses, unanswered,
    unreplied, without a reply, without a response, without an answer, without replies, without reply,
    without responses,
    ${combine(NOBODY, ANSWER)}`,
  to_answer: `
    should have answered, should have replied,
    ${combine(SHOULD, 'answer, answering, reply, reply to, replying, replying to, respond, respond to, responding to')}`,
  answered: `
    replies sent, replies we sent, answered, answering our, answering the, answering them, answering
    these, close this, did i answer, did i reply, did the team close, did we close, got a reply, handled,
    replied, responded, we closed, weve closed,
    ${combine(SOMEBODY, ANSWER)}`,
  dismissed: `
    declined leads, discarded, dismiss, dismissed, dropped leads, dropped threads, not for us, off topic, passed on, rejected, skipped,
    threw out, thrown away, thrown out, turned down, written off, wrote off,
    ${combine(SOMEBODY, DROP)}`,
  old: `
    ageing, aging, been waiting, expired, gone cold, left too long, long open, lying around, old, older,
    open for long, open too long, out of date, outdated, overdue, past their best, rotting, sitting around, stale`,
  cited: `
    warm leads, warm ones, warm threads, with citations, with a citation, cite, cited, cites, citing, engines use, in ai answers, quote, quoted, quotes, quoting, referenced,
    sourced, use as a source, use as sources, used as a source, used as sources, used by`,
  newest: `
    fresh leads, freshest, just came in, just in, last leads, latest, most recent, new first, new leads,
    new ones, newer ones, newest, recent leads`,
  oldest: `
    been waiting longest, how old, longest open, longest waiting, oldest, sitting there the longest,
    the longest, waited longest, waiting longest`,
  every: 'all, every, how many prompts, list, show all, what prompts, which prompts',
  score: 'index, points, rating, ratings, score, scored, scores, scorewise, scoring, visibility, visible',
  mention_rate: `
    answers with us, appear less, appear more, appearing, are we appearing, are we even there,
    are we mentioned, are we named, being mentioned, bring us up, bringing us up, brings us up, come up less,
    come up more, fewer answers, in more answers, frequency, get mentioned, how frequent, how frequently, how likely,
    how many answers, how many times, how often, in what percentage, mention, mention frequency, mention rate,
    mention rates, mention share, mention us, mentioned, mentioned less, mentioned more, mentioning us,
    mentions, most mentioned, of answers, of the answers, pct, percent of, percentage of answers, share of, share of mentions,
    share of voice, name us least, name us less, name us more, name us most, names us least, names us most,
    named less often, named more often, naming us less, naming us more, show up less, show up more, stopped mentioning, stopped naming,
    talk about us less, talk about us more, talking about us less, talking about us more, told about us,
    turn up less, turn up more, we appear, we are appearing, we come up, we get named, we show up, what share`,
  rank: `
    avg rank, close to the top, come after, come before, comes after, comes before, further down, further up,
    how far down, how far up, how high on, how high up, how low on, how many places, how many spots,
    in the list, listed before, mentioned before, named before, near the top, on average, outrank, outranks,
    place, placement, position, positions, prominence, rank, ranked, ranking, ranks, second, spot, third,
    where in the answer, where in the answers, where on the list`,
  sentiment: `
    sour, soured, enthusiastic, flak, glowing, gushing, lukewarm, rave, raving, rosy, scathing, slam, slammed,
    slams, a quote, ais speak, anything bad, bad about us, bad mouth, bad mouthing, bad press, bad things,
    badly spoken, badmouth, badmouthing, best answer, better press, bots speak, chillier, colder, complain,
    bad stuff, described badly, described well, good stuff, nice stuff, complaining, complains, complaints, complimentary, critical, criticise,
    criticize, attitude, dislike about, dislike us, dislikes about, dislikes us, do they like, down on us, engines speak, favorable, favorably,
    favourable, favourably, feel about, flattering, friendlier, friendliest, friendly, gentler, gentlest,
    good press, good things, happier, happiest, happy, harsh, harshest, hate about us, hate us, hates us, hostile,
    how do they feel, how kindly, in their own words, kind about us, kind to us, kinder, kindest, kindly about,
    kindly of, like about us, like or dislike, like us, liked, likes us, love about us, love us, loved, loves us, mean about, meaner,
    meanest, models speak, mood, most kindly, nastier, nastiest, nasty, negative, negatively, negatives,
    negativity, nice about us, nice things, nice to us, nicely, nicer, nicest, nicest quote, opinion, or bad,
    perceive, perceived, perception, perceptions, praise, positive, positively, positives, positivity, praise us, quote me, quote where,
    quotes about us, quotes where, describe us, describes us, reputation, rude about, ruder, rudest, said about us, say about us,
    say nice, say of us, saying about us, saying of us, says about us, says of us, sentiment, speak badly,
    speak highly of, speak kindly, speak of us, speak well, speaks badly of, speaks highly of, speaks well of,
    spoken about us, spoken highly of, spoken of more highly, talk about us, talk badly, talk kindly,
    talk us down, talks us down, they speak, think highly of, think of us, thought highly of, tone, trash,
    trashing, unkind, vibe, warm, warmer, warmest, warmly, well spoken, well thought of, words about us,
    worse press, worst answer, worst quote`,
  singular: 'our prompt, prompt, that prompt, the prompt, this prompt',
  silent: `
    didnt post, hasnt posted, havent seen, missing, no digest, no post, no posts, not posting, nothing posted,
    was there no, why is there no, why no`,
  how_often: 'how frequently, how many answers, how many times, how often, in how many answers',
  worse: `
    dove, down, getting worse, got worse, gotten worse, loosing, loss, reduction, setback, slid, sliding,
    ${FALLS}`,
  better: `
    are up, getting better, got better, gotten better, growth, improvement, is up, uptick,
    ${RISES}`,
  future: `
    by christmas, end of year, expect, forecast, future, next month, next quarter, next week, next year,
    predict, prediction, projected, tomorrow, what if we, will, would happen`,
} as const satisfies Record<string, string>;
export type Sign = keyof typeof SIGNS;

/** Things the API doesn't cover. */
export const BEYOND = `
  ad spend, address, ads, api key, api keys, arr, backlinks, banned, bill, bitcoin, bounce rate, branded search, budget, capital
  of, charge, charges, cheaper, cheapest, churn, click rate, clicks, code, conversion, conversions, correlate,
  correlation, cost us, cpc, crm, ctr, customers, deal, deals, domain authority, domain rating, downloads, email,
  employees, followers, founded, funding, funding round, google, google rank, google ranking, headcount, hiring, how
  expensive, impressions, instagram, invoice, joke, journalist, journalists, keyword, keywords, linkedin, lunch,
  market share, meeting room, mrr, nps, open rate, password, phone, pipeline, plan cost, poem, president, price of,
  prices, pricing page, profit, raise money, raised money, recipe, refund, refunds, reply rate, response rate, revenue, roi, salary, sales,
  search volume, seo, serp, session, sessions, sign ups, signups, sla, soccer, sports, sql, stock, subscribers, time
  is it, traffic, translate, twitter, uptime of, valuation, visitors, visits, weather`;

/** A line that starts with one of these is an order, which a question can't carry out. */
export const ORDERS = `
  a csv, accept, add, alert me, alert us, answer, approve, assign, book, buy, can you stop, can you add, can you
  delete, can you remove, cancel, change, claim, compose, connect, could you add, could you delete, could you
  remove, create, delete, disable, dismiss, download, draft, drop our, drop the, edit, email, enable, export, fix,
  get a csv, get alerts at, get our digest at, get rid of, get the alerts at, get the csv, get the digest at, get
  the recap at, get the recap on, hide, install, invite, kick, make, move, mute, notify, pause, ping, please add,
  please delete, please remove, please stop, post, publish, reject, release, remind, remove, rename, reopen, reply,
  rerun, reset, restore, resume, schedule, send, set, snooze, start, stop, subscribe, switch, take off, the csv, too
  many posts, too many alerts, too many leads, too many messages, too many notifications, track, turn, unclaim,
  undo, unmute, unsnooze, unsubscribe, untrack, update, warn me, warn us, write a comment, write a post, write a
  reply, write an answer, write an article, write it, write to`;
