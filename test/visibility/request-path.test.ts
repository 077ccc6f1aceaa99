import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../src/visibility/errors.ts';
import { requestPath } from '../../src/visibility/operation.ts';
import { PROJECT, SEGMENT } from './api.ts';

const ACCEPT = '/projects/{project_id}/segment-suggestions/{suggestion_id}/accept';
const pathOf = (suggestion: string) =>
  requestPath(`POST ${ACCEPT}`, ACCEPT, { project_id: PROJECT, suggestion_id: suggestion });

describe('the path of a request', () => {
  it('holds its ids', () => {
    expect(pathOf(SEGMENT)).toBe(`/projects/${PROJECT}/segment-suggestions/${SEGMENT}/accept`);
  });

  it('carries the query, without what was not given', () => {
    expect(requestPath('GET /x', '/x', {}, { limit: 5, cursor: undefined, topic: 'price & plans' })).toBe(
      '/x?limit=5&topic=price+%26+plans',
    );
  });

  it('cannot be bent by any id: it keeps its segments, and nothing decodes to another path', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme-ascii' }), (id) => {
        fc.pre(id !== '.' && id !== '..');
        const { pathname, search, hash } = new URL(pathOf(id), 'http://api.example');
        expect(pathname.split('/').map(decodeURIComponent)).toEqual([
          '',
          'projects',
          PROJECT,
          'segment-suggestions',
          id,
          'accept',
        ]);
        expect(search + hash).toBe('');
      }),
      { seed: 5 },
    );
  });

  it.each(['', '.', '..'])('refuses %j for an id', (id) => {
    expect(() => pathOf(id)).toThrow(ValidationError);
  });

  it.each(['42', 'a/b', `${PROJECT}/x`, ''])('refuses %j for a project, naming the parameter', (project) => {
    const bent = () =>
      requestPath('GET /projects/{project_id}/topics', '/projects/{project_id}/topics', {
        project_id: project,
      });
    expect(bent).toThrow(
      /^GET \/projects\/\{project_id\}\/topics was not valid: path\.project_id: is (missing|not a UUID)\.$/,
    );
  });
});
