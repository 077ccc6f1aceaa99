/** Detects questions in other languages. */
import type { Noticed } from './notice.ts';
import { fold } from './words.ts';

/** Common words that aren't English: German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish, Turkish. */
const FOREIGN_WORDS: ReadonlySet<string> = new Set(
  `wie wir uns unser unsere unserer auf und ist sind nicht warum welche welcher welches wer bei mit haben werden geht steht stehen wurde wurden zeig zeige
  pourquoi avons nous notre nos sur sommes quels quelles quel quelle combien dans avec les une qui contre vont
  como por que nuestra nuestro nuestros estamos somos cual cuales quien quienes donde cuanto cuantos sobre del los las una vamos hemos
  perche siamo nostro nostra nostri quali quale quanto della delle degli nel sono stiamo andiamo
  porque nosso nossa nossos quais quem onde das uma nós
  waarom wij ons onze hoe zijn welke waar hebben het een niet
  dlaczego jak nasz nasza nasze jest gdzie kto varför våra är vilka nasıl neden bizim hangi`
    .split(/\s+/)
    .map(fold),
);

/** A single one may be a name or a typo. */
const FEWEST = 2;
const OTHER_SCRIPT = /[^\P{L}\p{Script=Latin}]/gu;

/** By its words, except names of the project, or by the letters of another script. */
export function isForeign({ text, words, names }: Pick<Noticed, 'text' | 'words' | 'names'>): boolean {
  const isName = (at: number) => names.some((name) => at >= name.at && at < name.at + name.length);
  const said = words.filter(({ folded: word }, at) => FOREIGN_WORDS.has(word) && !isName(at));
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const others = text.match(OTHER_SCRIPT)?.length ?? 0;
  return new Set(said.map(({ folded: word }) => word)).size >= FEWEST || others * 2 > letters;
}
