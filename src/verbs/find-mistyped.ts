/** Finds variables that verbs would overlook because their names are mistyped. */
import { type Environment, VARIABLE_NAMES } from '../config.ts';
import { correctTypo } from '../words/nearest.ts';

/** A sentence for each variable that is nearly named like one of Sightline's. */
export function findMistyped(env: Environment): string[] {
  return Object.keys(env).flatMap((name) => {
    const meant = VARIABLE_NAMES.includes(name) ? undefined : correctTypo(name, VARIABLE_NAMES);
    return meant ? [`${name} isn’t one of Sightline’s variables; did you mean ${meant}?`] : [];
  });
}
