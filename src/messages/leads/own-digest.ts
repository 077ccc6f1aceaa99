/** A person’s own digest: a few leads with why each was chosen, and the form that sets it up. */
import type { OwnDigest, OwnRow, ProjectRef, Standing, WhyRanked } from '../../decision.ts';
import { handleOf } from '../../decision.ts';
import { ACTIONS, VIEWS } from '../actions.ts';
import { SCHEDULE_HINT } from '../feeds/feed-form.ts';
import { count } from '../figures.ts';
import { brief } from '../lengths.ts';
import type { Button, Form, Page, Row } from '../page.ts';
import { actions, button, field, form, headline, MOST_OPTIONS, note, page, rows } from '../page.ts';
import { beside, bold, say } from '../text.ts';
import { moment, scheduleInWords } from '../times.ts';
import { isOpenIn, leadSummary, unreadFacts, unreadSince } from './lead-facts.ts';
import { claimWithMenu, leadLine } from './lead-row.ts';

export function ownDigestMessage(digest: OwnDigest, standing: Standing): Page {
  const { rows: all, at, order, asOf } = digest;
  const [first] = all;
  const name = `Today’s ${all.length === 1 ? 'lead' : count(all.length, 'lead')} for you`;
  const others = new Set(all.map(({ project }) => project.id)).size > 1;
  const how =
    order.by === 'api' ? 'Best first' : `Ordered by ${count(order.decisions, 'decision')} of your team`;
  return {
    summary: say`${name}${first && say`: ${leadSummary(first.lead, at)}`}.`,
    parts: [
      headline(beside(bold(name), !others && first && brief(first.project.name, 'project'))),
      rows(all.map((row) => rowOf(row, digest, standing, others))),
      note(
        beside(
          how,
          scheduleInWords(digest),
          unreadFacts(all.map(({ lead }) => lead)),
          asOf !== undefined && unreadSince(asOf, at),
        ),
      ),
      actions([ownDigestButton('Edit…')]),
    ],
  };
}

export function ownDigestButton(label: 'Your own digest…' | 'Edit…'): Button {
  const hint = label === 'Edit…' ? 'Edit your own digest' : 'Your own digest';
  return button(ACTIONS.ownDigest, label, hint, 'own');
}

/** `others`: the digest has leads of several projects. An open lead has a button of its own. */
function rowOf(
  { project, lead, why, isAgain }: OwnRow,
  { at }: OwnDigest,
  standing: Standing,
  others: boolean,
): Row {
  const line = leadLine(lead, { project, at, standing, mayAct: true });
  const handle = handleOf(standing, lead.key);
  if (handle === undefined) return line;
  const id = `${project.id} ${handle}`;
  if (!isOpenIn(standing)(lead)) return { ...line, id };
  const ref = { handle, projectId: project.id };
  const about = why && ('place' in why ? why.place : 'word' in why ? why.word : '');
  const reason = why ? REASONS[why.kind](brief(about ?? '', 'place')) : brief(lead.reason ?? '', 'reason');
  return {
    text: line.text,
    note: beside(isAgain && 'shown once more', others && brief(project.name, 'project'), reason),
    controls: claimWithMenu(ref, lead),
    id,
  };
}

const REASONS: Readonly<Record<WhyRanked['kind'], (name: string) => string>> = {
  place: (name) => `Your team answers threads in ${name}`,
  untried: (name) => `New place for you: your team has hardly tried ${name}`,
  word: (name) => `Your team answers threads about “${name}”`,
  cited: () => 'Your team answers threads that AI engines cite',
  fresh: () => 'Your team answers threads this fresh',
  score: () => 'Your team answers threads with scores this high',
  rest: () => 'Next best by what your team answers',
};

export const OFF = 'off';
export const BY_TEAM = 'team';

/** `isSet`: they have one, which can be turned off. `projects`: all they can see; `chosen`: ids, all if empty. */
type OwnDigestSetup = {
  isSet: boolean;
  schedule: string;
  timezone: string;
  projects: readonly ProjectRef[];
  chosen: readonly string[];
  places: readonly string[];
  learns: boolean;
};

export function ownDigestForm(setup: OwnDigestSetup, carries: string): Form {
  const { isSet, schedule, timezone, projects, chosen, places, learns } = setup;
  const states = [
    { value: 'on', label: 'On' },
    { value: OFF, label: 'Off' },
  ];
  const options = projects
    .slice(0, MOST_OPTIONS)
    .map(({ id, name }) => ({ value: id, label: brief(name, 'project') }));
  const initial = chosen.filter((id) => options.some(({ value }) => value === id));
  const byTeam = { value: BY_TEAM, label: 'Leads like those your team answers first' };
  const optional = (hint: string) => ({ hint, optional: true });
  return form(
    { id: VIEWS.ownDigest, title: 'Your own digest', submit: isSet ? 'Save' : 'Turn on', carries },
    isSet &&
      field('state', 'Your own digest', {
        type: 'choice',
        as: 'radio',
        options: states,
        initial: 'on',
      }),
    field(
      'schedule',
      `When, in ${timezone}`,
      { type: 'text', initial: schedule, max: 500 },
      { hint: SCHEDULE_HINT },
    ),
    projects.length > 1 &&
      field(
        'projects',
        'Projects',
        { type: 'choices', as: 'list', options, initial },
        optional('All you can see if you choose none.'),
      ),
    field(
      'places',
      'Only these places',
      { type: 'text', initial: places.join(', '), max: 500 },
      optional('For example r/devops, Hacker News. All if empty.'),
    ),
    field(
      'order',
      'Order',
      { type: 'choices', as: 'checkboxes', options: [byTeam], initial: learns ? [BY_TEAM] : [] },
      optional('Best first until your team has claimed or dismissed 50 leads.'),
    ),
    note(
      'You get three open leads in a direct message; later one more than you answer on a working day, at most five. You see a lead at most twice. Nothing is sent when nothing is open.',
    ),
  );
}

const PLACES_NAMED = 3;

/** "No lead has come from “r/devpos”. Did you mean r/devops?" `known`: all places, most frequent first. */
export function placesUnknown(
  unknown: readonly { place: string; near: string | undefined }[],
  known: readonly { place?: string | undefined }[],
): string {
  const near = unknown.flatMap(({ near }) => near ?? []);
  const named = [...new Set(near.length > 0 ? near : known.flatMap(({ place }) => place ?? []))].slice(
    0,
    PLACES_NAMED,
  );
  const names = named.map((place) => brief(place, 'place'));
  const typed = unknown.map(({ place }) => `“${brief(place, 'place')}”`).join(', ');
  const instead =
    near.length > 0
      ? `Did you mean ${names.join(', ')}?`
      : `They come from places such as ${names.join(', ')}.`;
  return `No lead has come from ${typed}. ${instead}`;
}

/** Confirms a change. `kept`: undefined once it’s off; `next`: epoch ms. */
export function ownDigestSavedPage(
  kept?: Pick<OwnDigestSetup, 'schedule' | 'timezone' | 'places'> & { next: number | undefined },
): Page {
  if (!kept) return page(headline(bold('Your own digest is off.')));
  const { places, next } = kept;
  const only = places.length > 0 && `only ${places.map((place) => brief(place, 'place')).join(', ')}`;
  const due = next !== undefined && say`next ${moment(next)}`;
  return page(headline(bold('Your own digest is on.')), note(beside(scheduleInWords(kept), only, due)));
}
