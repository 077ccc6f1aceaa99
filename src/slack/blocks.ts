/** The blocks that Sightline sends and Slack's limits, as data shared by the bot and the local workspace. */
import type { KnownBlock } from '@slack/types';

/** One point of a native chart. `label` is one of the axis categories. */
export type ChartPoint = { label: string; value: number };

/** A native chart, drawn by Slack. https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block */
export type DataVisualizationBlock = {
  type: 'data_visualization';
  block_id?: string;
  /** At most 50 characters. */
  title: string;
  chart: {
    type: 'line' | 'bar';
    /** 1 to 6, with unique names; each has one point for every category, in their order. */
    series: { name: string; data: ChartPoint[] }[];
    axis_config: { categories: string[]; x_label?: string; y_label?: string };
  };
};

export type MessageBlock = KnownBlock | DataVisualizationBlock;

/**
 * A rendered message. `text` is complete in itself, for notifications and screen readers; `plainBlocks` have the
 * content of `blocks` as sections, contexts and actions, for places that refuse newer blocks.
 */
export type Message = { text: string; blocks: MessageBlock[]; plainBlocks?: MessageBlock[] };

/**
 * Slack's limits. Sources: https://docs.slack.dev/reference/block-kit/blocks (and /block-elements,
 * /composition-objects, /surfaces); `messageChars` from slackapi/bolt-js issues 2867 and 2509 (Slack does not document
 * it: 9,597 passed, 11,341 was refused).
 */
export const LIMITS = {
  messageBlocks: 50,
  viewBlocks: 100,
  messageChars: 9_000,
  messageText: 40_000,
  sectionText: 3_000,
  headerText: 150,
  buttonText: 75,
  buttonValue: 2_000,
  accessibilityLabel: 75,
  url: 3_000,
  contextElements: 10,
  actionsElements: 25,
  tableRows: 100,
  tableCells: 20,
  dataTableRows: 101,
  dataTableChars: 10_000,
  selectOptions: 100,
  choiceOptions: 10,
  overflowOptions: 5,
  optionText: 75,
  inputText: 3_000,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,
  blockId: 255,
  actionId: 255,
  viewTitle: 24,
  privateMetadata: 3_000,
  chartsPerMessage: 2,
  chartTitle: 50,
  chartSeries: 6,
  chartPoints: 20,
  chartLabel: 20,
} as const;

/** Slack's time limits. https://docs.slack.dev/interactivity/handling-user-interaction */
export const SLACK_TIMES = {
  /** A trigger_id opens one modal, within this time. */
  triggerMs: 3_000,
  /** A response_url is valid this long … */
  responseUrlMs: 30 * 60_000,
  /** … and accepts this many messages. */
  responseUrlUses: 5,
  /** chat.postMessage: about one a second in a channel. */
  postIntervalMs: 1_000,
} as const;

/** The event type in the metadata of every post, to find it again. https://docs.slack.dev/messaging/message-metadata */
export const DELIVERY_EVENT = 'sightline_delivery';
