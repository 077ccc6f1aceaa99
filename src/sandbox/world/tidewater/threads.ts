/** The threads that the simulated world finds for Tidewater on its first days, written by hand; templates.ts goes on from there. */
import type { ThreadsScript } from '../script.ts';
import { templates, words } from './templates.ts';

export const threads: ThreadsScript = {
  known: [
    {
      place: 'r/startups',
      score: 90,
      title: 'What CRM did you pick when you had zero sales people?',
      reason: 'Asks for what your prompt “best crm for startups” covers.',
      citedBy: ['ChatGPT', 'Claude'],
      citedFor: 'best crm for startups',
    },
    {
      place: 'Hacker News',
      score: 84,
      title: 'Best CRM for a team of five?',
      reason: 'Word for word your prompt “crm for a team of five”. Saltmarsh is named in the top reply.',
    },
    {
      place: 'r/saas',
      score: 67,
      title: 'Our pipeline lives in a Google Sheet with 11 tabs. When did you give up on yours?',
      reason: 'Close to your prompt “simple sales pipeline tool”.',
    },
    {
      place: 'Indie Hackers',
      score: 58,
      title: 'Do I need a CRM for 40 customers?',
      reason: 'Most replies say “not yet”; two ask for something small and free.',
    },

    {
      place: 'r/saas',
      score: 79,
      title: "Saltmarsh doubled our per-seat price. Alternatives that won't do that?",
      reason: 'All the words of your prompt “saltmarsh alternatives”. You are not named yet.',
    },
    {
      place: 'r/startups',
      score: 65,
      title: 'First sales hire starts Monday and asked which CRM we use. We don’t',
      reason: 'A buyer with a date. Close to your prompt “best crm for startups”.',
    },
    {
      place: 'Stack Overflow',
      score: 37,
      title: 'Deduplicate contacts by email and company domain in PostgreSQL',
      reason: 'A developer solving by hand what topic “data import” is about.',
    },

    { place: 'r/startups', title: 'Saltmarsh is gone next month for us. Anyone else leaving?' },
    {
      place: 'Hacker News',
      score: 71,
      title: 'Ask HN: How do you keep track of investor conversations?',
      reason: 'Matches your prompt “track investor conversations”.',
      citedBy: ['Perplexity'],
      citedFor: 'track investor conversations',
    },
    {
      place: 'dev.to',
      score: 28,
      title: 'Building a tiny CRM with SQLite and htmx',
      reason: 'A tutorial; the comments drift to what a real one should do.',
    },

    {
      place: 'r/saas',
      score: 77,
      title: "CRM that reads my Gmail so I don't have to type everything twice",
      reason: 'Asks for what your prompt “crm with gmail sync” covers. No vendor has answered.',
    },
    {
      place: 'Indie Hackers',
      score: 53,
      title: "Wrote to every trial user by hand for a month. Here's what happened",
      reason: 'Readers ask how the author kept track of it all.',
    },

    {
      place: 'r/startups',
      score: 87,
      title: 'Cheapest CRM with an actual API?',
      reason: 'Matches your prompt “crm api for developers” and topic “pricing”.',
    },
    {
      place: 'r/saas',
      score: 49,
      title: 'Deal stages for a product with a 6 day sales cycle?',
      reason: 'About pipelines in general; a tool is asked for in one reply.',
    },
    {
      place: 'r/devops',
      score: 22,
      title: 'Syncing CRM contacts into our on-call tool, is this madness?',
      reason: 'The API of a CRM is the question; nobody here is choosing one.',
    },
    {
      place: 'Lobsters',
      score: 31,
      title: 'Contact data models are harder than they look',
      reason: 'A technical discussion. Touches topic “data import”.',
    },

    {
      place: 'r/startups',
      score: 64,
      title: 'Founder-led sales: what do you log and what do you skip?',
      reason: 'Replies describe notes in three places. Matches topic “ease of use”.',
    },
    {
      place: 'Hacker News',
      score: 73,
      title: 'Ask HN: A CRM that a two-person company will still use in March?',
      reason: 'Close to your prompt “crm for a team of five”.',
      citedBy: ['Gemini'],
      citedFor: 'crm for a team of five',
    },
    {
      place: 'Stack Overflow',
      score: 42,
      title: 'Gmail API: find all threads with a contact who writes from several addresses',
      reason: 'Builds by hand what topic “email sync” is about.',
    },

    {
      place: 'r/saas',
      score: 82,
      title: 'Pipewright vs Gullwing for a 5 person team',
      reason: 'A comparison without you in it. Close to your prompt “crm for a team of five”.',
    },
    {
      place: 'Indie Hackers',
      score: 57,
      title: 'I lost a $4k deal because I forgot to reply',
      reason: 'Reminders are asked for in the comments. Matches topic “automation”.',
    },

    {
      place: 'r/startups',
      score: 68,
      title: 'every CRM import mangles my spreadsheet columns, am I the problem?',
      reason: 'Matches your prompt “import contacts from a spreadsheet”.',
    },
    {
      place: 'r/saas',
      score: 56,
      title: 'How do you score leads when all you have is a waitlist?',
      reason: 'A question about method; tools come second.',
    },
    {
      place: 'Hacker News',
      score: 39,
      title: 'The CRM as a plain text file',
      reason: 'Many commenters dislike CRMs; a place to listen more than to answer.',
    },
    {
      place: 'dev.to',
      title: 'What we log about customers, and what we stopped logging',
      reason: 'Only its title could be read. Touches topic “ease of use”.',
    },

    {
      place: 'r/startups',
      score: 75,
      title: 'Free CRM that stays usable past 500 contacts?',
      reason: 'Matches your prompt “free crm for founders”. Larkspur is named twice.',
    },
    {
      place: 'r/saas',
      score: 51,
      title: 'Who updates the pipeline in your team, honestly?',
      reason: 'Most say nobody does. Matches topic “ease of use”.',
    },
    {
      place: 'r/startups',
      score: 46,
      title: 'Two founders, one sales@ inbox, constant double replies',
      reason: 'A shared inbox is the question; a CRM is one of the answers.',
    },

    {
      place: 'Indie Hackers',
      score: 60,
      title: 'Switched from Notion to a real CRM, notes after 3 months',
    },
    {
      place: 'r/saas',
      score: 34,
      title: 'Do you still cold call?',
      reason: 'Far from your prompts, but founders are asking what they log.',
    },
    {
      place: 'Hacker News',
      score: 48,
      title: 'Show HN: I replaced our CRM with 200 lines of Python',
      reason: 'Commenters list what they would miss: sync, reminders, import.',
    },
  ],
  next: [
    {
      place: 'r/startups',
      score: 85,
      title: 'Need a CRM this week, budget is $50 a month in total',
      reason: 'Asks for what your prompt “crm pricing comparison” covers. No vendor has answered yet.',
    },
    {
      place: 'r/saas',
      score: 63,
      title: 'Gullwing or Larkspur if we mostly sell over email?',
      reason: 'A comparison without you in it. Matches topic “email sync”.',
    },
    {
      place: 'Hacker News',
      score: 55,
      title: 'Ask HN: What do you use to remember who you met at a conference?',
      reason: 'Close to your prompt “track investor conversations”.',
    },
    {
      place: 'Indie Hackers',
      score: 44,
      title: 'How I track 120 beta testers without going mad',
      reason: 'Readers ask for something less manual.',
    },
    {
      place: 'Stack Overflow',
      score: 40,
      title: 'Webhook fires twice when a deal changes stage, how do I make it idempotent?',
      reason: 'A developer working with the API of a CRM. Matches topic “automation”.',
    },
    {
      place: 'r/saas',
      score: 78,
      title: 'Bellwether wants an annual contract for 3 seats. Is that normal?',
      reason: 'A buyer who hesitates at a competitor. Matches topic “pricing”.',
    },
    {
      place: 'r/startups',
      score: 59,
      title: 'When did you move from spreadsheet to CRM, and was it too early?',
      reason: 'Replies share experience; several ask for names.',
    },
    {
      place: 'dev.to',
      score: 26,
      title: 'OAuth for Gmail add-ons, the parts nobody writes down',
      reason: 'A tutorial. Touches topic “email sync”.',
    },
    {
      place: 'Lobsters',
      score: 35,
      title: 'Small software for small companies',
      reason: 'An essay; CRMs are one of its examples.',
    },
    {
      place: 'r/startups',
      score: 58,
      title: 'We are ten founders with one messy pipeline',
      reason:
        'Asks for a first step. Close to your prompt “simple sales pipeline tool”. No vendor has answered yet.',
    },
    {
      place: 'r/startups',
      score: 54,
      title: 'Logging Gmail conversations without copy and paste?',
      reason: 'Matches topic “email sync”. Replies describe workarounds.',
    },
    {
      place: 'r/saas',
      score: 50,
      title: 'Reminders you do not ignore: Gmail, calendar or CRM tasks?',
      reason: 'Matches topic “automation”.',
      citedBy: ['Perplexity'],
    },
    {
      place: 'r/saas',
      score: 69,
      title: 'Larkspur per seat pricing, how do you justify it at our size?',
      reason: 'A buyer who doubts a competitor. Matches topic “pricing”.',
    },
    {
      place: 'Lobsters',
      title: 'A pipeline for eight people, in plain text',
      reason: 'A friendly thread about small tools.',
    },
  ],
  templates,
  words,
};
