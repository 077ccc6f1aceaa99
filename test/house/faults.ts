/** Small faults that a text of JavaScript could have: what mutants.ts puts in, one at a time. */
import { parseAst } from 'vitest/node';

/** In place of `length` characters from `at` stands `text`. `where` is the line it is in, with which of its kind there. */
export type Fault = { kind: string; at: number; length: number; text: string; where: string };

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const OTHERWISE: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
};

export function faultsIn(source: string): Fault[] {
  const faults: Omit<Fault, 'where'>[] = [];
  walk(parseAst(source), (node) => faults.push(...faultsOf(node, source)));
  const seen = new Map<string, number>();
  return faults
    .toSorted((a, b) => a.at - b.at)
    .map((fault) => {
      const line = lineAt(source, fault.at);
      const nth = (seen.get(fault.kind + line) ?? 0) + 1;
      seen.set(fault.kind + line, nth);
      return { ...fault, where: nth === 1 ? line : `${line} (${nth})` };
    });
}

function faultsOf(node: Node, source: string): Omit<Fault, 'where'>[] {
  const { type, start, end } = node;
  if (type === 'BinaryExpression' || type === 'LogicalExpression') {
    const operator = String(node.operator);
    const text = OTHERWISE[operator];
    const { left, right } = node as unknown as { left: Node; right: Node };
    const at = source.indexOf(operator, left.end);
    return text === undefined || at > right.start
      ? []
      : [{ kind: `${operator} to ${text}`, at, length: operator.length, text }];
  }
  if (type === 'UnaryExpression' && node.operator === '!')
    return [{ kind: 'no negation', at: start, length: 1, text: ' ' }];
  if (type === 'Literal' && typeof node.value === 'number')
    return [{ kind: 'another number', at: start, length: end - start, text: `${node.value + 1}` }];
  if (type === 'ExpressionStatement' && /^(Call|Await|Assignment)/.test((node.expression as Node).type))
    return [{ kind: 'no statement', at: start, length: end - start, text: ';' }];
  if (/^(Function|ArrowFunction)/.test(type) && (node.body as Node).type === 'BlockStatement')
    return [{ kind: 'early return', at: (node.body as Node).start + 1, length: 0, text: 'return;' }];
  return [];
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && 'start' in value) visit(value as Node);
  for (const inner of Object.values(value)) walk(inner, visit);
}

const lineAt = (source: string, at: number): string =>
  source
    .slice(source.lastIndexOf('\n', at - 1) + 1, source.indexOf('\n', at))
    .trim()
    .replace(/\s+/g, ' ');
