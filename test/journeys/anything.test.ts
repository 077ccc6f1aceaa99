/**
 * People who click, type and submit whatever there is, several at once and in any order: Slack refuses nothing that the
 * bot says, none of it is broken, and no operator would read of a fault.
 */
import fc, { type GeneratorValue } from 'fast-check';
import { expect, test } from 'vitest';
import type { StateValues } from '../../src/sandbox/workspace/model.ts';
import { fieldName, isField, listOptions } from '../../src/sandbox/workspace/page/blocks/elements.ts';
import { readStateValues } from '../../src/sandbox/workspace/page/modal.ts';
import { COMMANDS, SHORTCUT_ROUTES } from '../../src/surface/index.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { nodesOf } from '../support/posts.ts';
import { runs } from '../support/runs.ts';

const ROUNDS = runs(15, 250);
const AT_ONCE = 4;

const LINES = [
  ...COMMANDS.map(({ command }) => command.example),
  ...['leads mine', 'leads open', 'L1', 'L4', 'A1', 'why A1', 'S1', 'why', 'scores 90d', 'scores by region'],
  ...[
    'mentions negative',
    'topic prcing',
    'compare Globex Initech',
    'recap',
    'feeds',
    'admin',
    'prompts won',
  ],
  ...['how are we doing?', 'why did we drop on Gemini?', 'who beats us on pricing?', 'what should I answer?'],
];
const TYPED = ['', '5', '-3', 'weekdays at 9:00', 'whenever', 'tomorrow', 'r/memes', 'a *bold* <@U1> & “q”'];

/** What only a mistake puts into a sentence. */
const BROKEN = /\bundefined\b|\bNaN\b|\[object |\bInfinity\b|\$\{| · · |went wrong/;

type Draw = GeneratorValue;
type Control = { block: string; action: string; element: Record<string, unknown> };

const pick = <Thing>(g: Draw, things: readonly Thing[]): Thing | undefined =>
  things[g(fc.nat, { max: Math.max(0, things.length - 1) })];

/** Links lead away; everything else that can be used. */
function controlsIn(blocks: readonly { block_id?: string | undefined }[]): Control[] {
  return blocks.flatMap((block) =>
    nodesOf(block).flatMap((element) =>
      typeof element.action_id === 'string' && element.url === undefined
        ? { block: block.block_id ?? '', action: element.action_id, element }
        : [],
    ),
  );
}

function peopleOver({ workspace, slack, pass }: Journey) {
  const known = {
    people: workspace.people,
    channels: workspace.channels.map(({ id, name }) => ({
      id,
      name,
      kind: 'public' as const,
      shared: false,
    })),
  };

  /** What a person might put into a field, or choose in a menu. */
  function valuesFor(g: Draw, element: Record<string, unknown>): string[] {
    const item = element as { type: string };
    const options = isField(item) ? listOptions(item, known) : [];
    const listed = nodesOf(options.length > 0 ? options : element.options);
    const value = pick(g, [...new Set(listed.flatMap((option) => option.value ?? []))]);
    if (typeof value === 'string') return [value];
    return item.type === 'datepicker' ? ['2026-04-01'] : [pick(g, TYPED) ?? ''];
  }

  function filledIn(g: Draw, person: string): StateValues {
    const open = workspace.openView(person);
    if (!open) return {};
    const fields = controlsIn(open.view.blocks);
    return readStateValues(open.view, known, (name) => {
      const field = fields.find(({ block, action }) => fieldName('view', block, action) === name);
      return field ? valuesFor(g, field.element) : [];
    });
  }

  const use = ({ block, action, element }: Control, g: Draw) => ({
    blockId: block,
    actionId: action,
    ...(element.type !== 'button' && { value: valuesFor(g, element)[0] ?? '' }),
  });

  const acts: Readonly<Record<string, (g: Draw, person: string, channel: string) => Promise<unknown>>> = {
    async 'uses a message'(g, person, channel) {
      const message = pick(g, workspace.messages(channel, person).slice(-8));
      const control = pick(g, controlsIn(message?.blocks ?? []));
      if (!message || !control) return;
      const from = { kind: 'message', channel, ts: message.ts } as const;
      await workspace.act({ person, from, ...use(control, g) });
    },
    async 'uses the Home tab'(g, person) {
      await slack.home(person);
      const control = pick(g, controlsIn(workspace.home(person) ?? []));
      if (control) await workspace.act({ person, from: { kind: 'home' }, ...use(control, g) });
    },
    async 'uses a modal'(g, person) {
      const open = workspace.openView(person);
      const control = pick(g, controlsIn(open?.view.blocks ?? []));
      if (!open || !control) return;
      const [from, values] = [{ kind: 'view', viewId: open.id } as const, filledIn(g, person)];
      await workspace.act({ person, from, ...use(control, g), values });
    },
    async 'submits a form'(g, person) {
      const open = workspace.openView(person);
      if (open) await workspace.submitView(person, open.id, filledIn(g, person));
    },
    async 'closes a modal'(_, person) {
      const open = workspace.openView(person);
      if (open) await workspace.closeView(person, open.id);
    },
    types: (g, person, channel) => workspace.say(person, channel, `/visibility ${pick(g, LINES)}`),
    async 'uses a shortcut'(g, person, channel) {
      const shortcut = pick(g, SHORTCUT_ROUTES)?.shortcut;
      const message = pick(g, workspace.messages(channel, person).slice(-8));
      if (!shortcut || !message) return;
      const ts = shortcut.type === 'message' ? { ts: message.ts } : {};
      await workspace.shortcut({ person, callbackId: shortcut.id, channel, ...ts });
    },
  };

  /** Some act at once; now and then time passes. */
  return async function round(g: Draw): Promise<void> {
    const doing = Array.from({ length: AT_ONCE }, () => {
      const person = pick(g, workspace.people)?.id ?? '';
      const channel = pick(
        g,
        workspace.channels.filter(({ members }) => members.has(person)),
      )?.id;
      const act = pick(g, Object.values(acts));
      return channel === undefined ? undefined : act?.(g, person, channel);
    });
    await Promise.all(doing);
    const minutes = pick(g, [0, 0, 0, 0, 10, 24 * 60]);
    if (minutes) await pass({ minutes });
  };
}

test('whatever people do, nothing that is said is broken or refused', {
  timeout: runs(120_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (g) => {
      const journey = await startJourney();
      const broken: string[] = [];
      const { workspace } = journey;
      workspace.subscribe((change) => {
        const shown =
          change.kind === 'message' && change.message.author === workspace.bot.userId
            ? change.message
            : change.kind === 'view'
              ? change.view?.view
              : change.kind === 'home' && workspace.home(change.person);
        const texts = nodesOf(shown).flatMap(({ text }) => (typeof text === 'string' ? text : []));
        broken.push(...texts.filter((text) => BROKEN.test(text)));
      });
      await journey.pass({ minutes: 1 });
      const round = peopleOver(journey);
      for (let i = 0; i < ROUNDS; i += 1) await round(g);
      // Whatever is under way is answered first.
      await journey.end();
      const faults = journey
        .bot()
        .stderr()
        .split('\n')
        .filter((line) => /"level":[56]0/.test(line) || line.includes('couldn’t be published'));
      expect({ broken, faults }).toEqual({ broken: [], faults: [] });
    }),
    { numRuns: 1, endOnFailure: true },
  );
});
