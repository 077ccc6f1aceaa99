/** Sends an export to the person who asked, and to nobody else: as a file, or what fits a message. */
import {
  type CsvExport,
  exportAsText,
  exportMessage,
  exportSentAnswer,
} from '../messages/answers/csv-export.ts';
import { sendPrivateFile } from '../slack/private-file.ts';
import type { Answer, Asker, SurfaceDeps } from './request.ts';

export async function sendExport(
  file: CsvExport,
  { installation: { client }, person }: Asker,
  { log }: SurfaceDeps,
): Promise<Answer> {
  const { name, title, csv: content } = file;
  const sent = await sendPrivateFile(client, person, exportMessage(file), { name, title, content });
  if (sent.kind === 'sent') return { message: exportSentAnswer(file) };
  log.warn({ reason: sent.reason, person }, 'An export could not be sent as a file');
  return { message: exportAsText(file) };
}
