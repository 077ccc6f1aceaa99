/** The types of undici's parts, which undici itself describes for its index alone. */
declare module 'undici/lib/core/errors.js' {
  import { errors } from 'undici';
  export default errors;
}
declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici';
  export default Agent;
}
declare module 'undici/lib/global.js' {
  import { getGlobalDispatcher } from 'undici';

  const global: { getGlobalDispatcher: typeof getGlobalDispatcher };
  export default global;
}
