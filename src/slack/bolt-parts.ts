/** Bolt's app and its receiver, past Bolt's index, which loads Express as well: 120 modules of the start that nobody needs. */
import app from '@slack/bolt/dist/App.js';
import receiver from '@slack/bolt/dist/receivers/HTTPReceiver.js';

export const App = app.default;
export const HTTPReceiver = receiver.default;
