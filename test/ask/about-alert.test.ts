import { expect, test } from 'vitest';
import { asksAboutAlert, aspectOfAlert } from '../../src/ask/handles.ts';

test.each([
  'when did it start?',
  'Since when is this drop going on',
  'who is looking into this',
  'who’s on it?',
  'has anyone taken it',
  'is somebody working on the alert?',
  'is it over?',
  'is it still down?',
  'has that recovered yet',
  '70 % of it is pricing?',
  'is it really the prompts',
  'what is the open alert',
  'Is there an open alert?',
])('is about an alert: %s', (text) => expect(asksAboutAlert(text)).toBeDefined());

test.each([
  'when did we start tracking Gemini?',
  'who is ahead of us on Gemini',
  'is Gemini over 50?',
  'is it raining',
  'how many alerts were there',
  'who answered most leads?',
  'who is on top on Gemini',
  'who gained after the drop',
  'were there false alarms',
  '70 % of answers name us',
])('is not: %s', (text) => expect(asksAboutAlert(text)).toBeUndefined());

test.each([
  ['when did A2 end', 'over'],
  ['when was the alert over?', 'over'],
  ['when will it be back to normal', 'over'],
  ['when does the drop end?', 'over'],
  ['what became of A1', 'outcome'],
  ['how did A1 turn out?', 'outcome'],
  ['how long has the alert been open', 'start'],
  ['was A1 a false alarm?', 'sure'],
  ['how sure are you about that drop?', 'sure'],
  ['is it just noise', 'sure'],
  ['who is on top of it', 'who'],
  ['who’s on the Gemini drop?', 'who'],
  ['is anybody on the gemini drop already', 'who'],
  ['has anyone started on the Gemini drop yet?', 'who'],
  ['who is on the alert on Gemini?', 'who'],
])('“%s” asks one thing of it', (text, aspect) => expect(aspectOfAlert(text)).toBe(aspect));
