/** How the place of a lead is read: it is a forum, such as r/devops or Hacker News, and never the platform that holds it. */
import { type Field, text } from './shape.ts';

/** Sites whose every thread stands in a named part of them: their own name says nothing of where. */
const PLATFORM = /^(?:\w+\.)?(?:reddit|discord|facebook)(?:\.com)?$/i;

/** `names` as every field has them. What only names a platform is passed over, so that another name may still hold the forum. */
export function forumName(names: string): Field<string> {
  const field = text(names);
  return {
    ...field,
    read(value) {
      const name = field.read(value);
      return name !== undefined && PLATFORM.test(name.trim()) ? undefined : name;
    },
  };
}
