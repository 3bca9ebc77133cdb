import type { Block, CatchSyntax, Expr, LocalSyntax, Statement } from '../grammar/syntax.ts';
import { argument, nameOf, typeOf } from './cursor.ts';

/**
 * On Error of Visual Basic as try statements (Visual Basic language specification, Unstructured Exception-Handling Statements). After
 * Resume Next each statement has a try of its own; with GoTo one try contains the statements up to the label, to which a failure jumps.
 */

/** Effect of an On Error statement on the statements after it, up to the next one. */
export type OnError = { readonly to: 'next' | 'nothing' } | { readonly to: 'label'; readonly label: string };

/** Refuses an unsupported part of a method at a position. */
type Refuse = (what: string, position: number) => never;

const ERROR = '$error';

/** Returns a call of a member of Err. */
export function errCall(id: string, args: readonly Expr[], position: number): Statement {
  const target: Expr = { k: 'member', target: nameOf('ErrObject', position), id, args: [], position };
  return {
    k: 'expression',
    value: { k: 'call', target, args: args.map((each) => argument(each)), position },
    position,
  };
}

const group = (statements: readonly Statement[], position: number): Block => ({
  k: 'block',
  statements,
  position,
  end: position,
});

/** Returns a try statement that records its failure in Err. */
function tried(body: readonly Statement[], then: readonly Statement[], position: number): Statement {
  const noted = errCall('Note', [nameOf(ERROR, position)], position);
  const caught: CatchSyntax = {
    type: typeOf('Exception', position),
    name: ERROR,
    when: undefined,
    body: group([noted, ...then], position),
    position,
  };
  return { k: 'try', body: group(body, position), catches: [caught], finally: undefined, position };
}

/**
 * Splits a declaration of variables into the declaration and the assignments of their values; returns undefined if a value determines the
 * type.
 */
function apart(local: LocalSyntax): { declared: Statement; assigned: Statement[] } | undefined {
  const isInferred = local.type.k === 'name' && local.type.parts[0]?.id === 'var';
  const { position, type } = local;
  if (local.isConst || local.variables.every(({ value }) => !value || value.k === 'literal' || value.k === 'default'))
    return { declared: local, assigned: [] };
  if (isInferred) return undefined;
  const blank: Expr = { k: 'default', type, position };
  return {
    declared: { ...local, variables: local.variables.map((each) => ({ ...each, value: blank })) },
    assigned: local.variables.flatMap(({ name, value }): Statement[] =>
      value
        ? [
            {
              k: 'expression',
              value: { k: 'assign', op: '=', target: nameOf(name, position), value, position },
              position,
            },
          ]
        : [],
    ),
  };
}

/** Wraps each statement in a try of its own, for Resume Next. */
class ResumeNext {
  readonly #refuse: Refuse;
  #made = 0;
  constructor(refuse: Refuse) {
    this.#refuse = refuse;
  }

  each(statements: readonly Statement[]): Statement[] {
    return statements.flatMap((statement) => this.#one(statement));
  }

  #body(statement: Statement): Block {
    const { position } = statement;
    return group(statement.k === 'block' ? this.each(statement.statements) : this.#one(statement), position);
  }

  #one(statement: Statement): Statement[] {
    const { position } = statement;
    switch (statement.k) {
      case 'expression':
      case 'return':
      case 'throw':
        return [tried([statement], [], position)];
      case 'local': {
        if (statement.variables.some(({ name }) => name.startsWith('$'))) return [statement];
        const parts = apart(statement);
        if (!parts) return this.#refuse('On Error Resume Next before a variable without a type', position);
        return parts.assigned.length === 0 ? [parts.declared] : [parts.declared, tried(parts.assigned, [], position)];
      }
      case 'if': {
        // If a condition fails, execution continues with the next statement, the first one after Then.
        const name = `$test${String(++this.#made)}`;
        const value: Expr = { k: 'literal', type: 'bool', value: true, position };
        const test: Expr = { k: 'assign', op: '=', target: nameOf(name, position), value: statement.test, position };
        const variables = [{ name, value, position }];
        return [
          { k: 'local', type: typeOf('bool', position), isConst: false, isUsing: false, variables, position },
          tried([{ k: 'expression', value: test, position }], [], position),
          {
            ...statement,
            test: nameOf(name, position),
            yes: this.#body(statement.yes),
            no: statement.no && this.#body(statement.no),
          },
        ];
      }
      case 'block':
        return [this.#whole(this.#body(statement))];
      case 'for':
      case 'foreach':
      case 'while':
      case 'do':
        return [this.#whole({ ...statement, body: this.#body(statement.body) })];
      case 'label':
      case 'goto':
      case 'break':
      case 'continue':
      case 'empty':
        return [statement];
      default:
        return this.#refuse('On Error Resume Next before this statement', position);
    }
  }

  /** Wraps a compound statement whose parts have a try each: a failure outside the parts is refused at run time. */
  #whole(statement: Statement): Statement {
    const { position } = statement;
    const caught: CatchSyntax = {
      type: typeOf('Exception', position),
      name: undefined,
      when: undefined,
      body: group([errCall('Refuse', [], position)], position),
      position,
    };
    return { k: 'try', body: group([statement], position), catches: [caught], finally: undefined, position };
  }
}

/** Applies the On Error statements of a method to its body. Refuses one inside another statement. */
export function withHandlers(body: Block, marks: ReadonlyMap<Statement, OnError>, refuse: Refuse): Block {
  if (marks.size === 0) return body;
  const { statements } = body;
  const outside = [...marks.keys()].find((mark) => !statements.includes(mark));
  if (outside) refuse('On Error inside of another statement', outside.position);
  const next = new ResumeNext(refuse);
  const made: Statement[] = [];
  let mode: OnError = { to: 'nothing' };
  for (let at = 0; at < statements.length;) {
    const statement = statements[at];
    const mark = statement && marks.get(statement);
    if (!statement) break;
    if (mark) {
      mode = mark;
      made.push(errCall('Reset', [], statement.position));
      at++;
      continue;
    }
    if (mode.to !== 'label') {
      made.push(...(mode.to === 'next' ? next.each([statement]) : [statement]));
      at++;
      continue;
    }
    const { label } = mode;
    const { position } = statement;
    const stop = statements.findIndex((each, index) => index >= at && (marks.has(each) || isLabel(each, label)));
    const target = statements.findIndex((each, index) => index >= at && isLabel(each, label));
    if (target < 0) refuse('On Error GoTo to a label that does not stand behind it', position);
    const inside: Statement[] = [];
    for (const each of statements.slice(at, stop)) {
      const parts = each.k === 'local' ? apart(each) : undefined;
      if (parts) {
        made.push(parts.declared);
        inside.push(...parts.assigned);
      } else inside.push(each);
    }
    made.push(tried(inside, [{ k: 'goto', to: 'label', label, value: undefined, position }], position));
    at = stop;
    if (stop === target) mode = { to: 'nothing' };
  }
  return { ...body, statements: made };
}

const isLabel = (statement: Statement, label: string): boolean => statement.k === 'label' && statement.name === label;
