/** Answers how many leads each place has, most first. */
import type { Figure } from '../../ask/plan.ts';
import type { DigestLead, ProjectRef } from '../../decision.ts';
import { lineButton } from '../answer-controls.ts';
import { count, figure } from '../figures.ts';
import { brief } from '../lengths.ts';
import { actions, headline, note, type Page, page, table } from '../page.ts';
import { beside, bold, lines } from '../text.ts';

/** Rows shown if no limit was asked for. */
const MOST = 12;

/** `name` is undefined if the API gives no place. `cited`: how many leads AI engines cite. */
export type LeadPlace = {
  name?: string | undefined;
  leads: number;
  cited: number;
  best?: number | undefined;
};

/** Most leads first, ties broken by the best lead. */
export function placesOf(leads: readonly DigestLead[]): LeadPlace[] {
  const byPlace = Map.groupBy(leads, ({ place }) => place?.trim() || undefined);
  return [...byPlace]
    .map(([name, those]): LeadPlace => {
      const scores = those.flatMap(({ score }) => score ?? []);
      return {
        name,
        leads: those.length,
        cited: those.filter(({ citedBy = [] }) => citedBy.length > 0).length,
        best: scores.length > 0 ? Math.max(...scores) : undefined,
      };
    })
    .toSorted((a, b) => b.leads - a.leads || (b.best ?? 0) - (a.best ?? 0));
}

/** `areOpen`: all leads are open; `asked`: how many leads the API was asked for, if it may have more. */
export function leadPlacesPage(
  project: ProjectRef,
  places: readonly LeadPlace[],
  { areOpen, asked }: { areOpen: boolean; asked?: number | undefined },
): Page {
  const total = places.reduce((sum, { leads }) => sum + leads, 0);
  const [first] = places;
  const shown = places.slice(0, MOST);
  const left = places.length - shown.length;
  return page(
    headline(
      beside(
        bold(
          `${brief(project.name, 'project')}: ${count(total, areOpen ? 'open lead' : 'lead')} from ${count(places.length, 'place')}`,
        ),
        first && places.length > 1 && `most from ${nameOf(first)}`,
      ),
    ),
    table(
      ['Place', 'Leads', 'Cited by AI engines', 'Best score'],
      shown.map((place) => [
        nameOf(place),
        figure(place.leads),
        figure(place.cited),
        place.best === undefined ? undefined : figure(place.best),
      ]),
    ),
    note(
      lines(
        left > 0 && `${count(left, 'more place')} not shown.`,
        asked !== undefined && `Counted in the API’s best ${count(asked, 'lead')}.`,
      ),
    ),
    actions(
      shown
        .flatMap(({ name }) => name ?? [])
        .slice(0, 3)
        .map((name) =>
          lineButton({ label: brief(name, 'place'), line: `leads place:"${name}"` }, project.id),
        ),
    ),
  );
}

export function leadPlacesFigures(places: readonly LeadPlace[]): Figure[] {
  return places.map((place) => ({ name: `leads from ${nameOf(place)}`, value: place.leads, unit: 'leads' }));
}

function nameOf({ name }: LeadPlace): string {
  return name === undefined ? 'Place not given' : brief(name, 'place');
}
