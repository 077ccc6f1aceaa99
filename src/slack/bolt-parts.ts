/** Imports Bolt's app and receiver directly: its index also loads Express, 120 modules that we don't need. */
import app from '@slack/bolt/dist/App.js';
import receiver from '@slack/bolt/dist/receivers/HTTPReceiver.js';

export const App = app.default;
export const HTTPReceiver = receiver.default;
