/** Of several tabs of one person, a form opens in the one in which they clicked, as in Slack. */
import type { OpenView, Workspace } from '../model.ts';

export type Tabs = {
  /** The person does something there; undefined where the tab has no name. */
  acts(person: string, tab: string | undefined): void;
  /** The form that stands in this tab. One that nobody's click opened stands in all of them. */
  formIn(person: string, tab: string | undefined): OpenView | undefined;
};

export function createTabs(workspace: Workspace): Tabs {
  const latest = new Map<string, string | undefined>();
  const openedIn = new Map<string, string | undefined>();
  workspace.subscribe((change) => {
    if (change.kind !== 'view' || !change.view || openedIn.has(change.view.id)) return;
    openedIn.set(change.view.id, latest.get(change.person));
  });
  return {
    acts: (person, tab) => {
      latest.set(person, tab);
    },
    formIn: (person, tab) => {
      const open = workspace.openView(person);
      const where = open && openedIn.get(open.id);
      return where === undefined || where === tab ? open : undefined;
    },
  };
}
