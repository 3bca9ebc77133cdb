import { ExpressionError } from '../../../expression/errors.ts';
import type { ArgumentSyntax, Block, Designation, Expr, Initializer, LambdaSyntax, ParameterSyntax, Pattern, Statement } from '../../grammar/syntax.ts'; // prettier-ignore
import { hasLabels, mayTakeAll, missingLabels, namesSetInFunctions } from './flowSyntax.ts';

/**
 * Definite assignment and reachability (C# specification, Definite assignment and End points and reachability). Where the rules need types
 * the analysis allows more than C# does; it never refuses what C# allows. Methods with labels are not looked at.
 */

interface Tracked {
  readonly name: string;
  readonly isOut: boolean;
}

/** Variables that are certainly assigned; undefined for a place that is never reached. */
type State = ReadonlySet<Tracked> | undefined;

interface Target {
  readonly breaks: State[];
  readonly continues: State[] | undefined;
}

/** Result of the analysis of a body. */
export interface FlowResult {
  /** True when control can come to the end of the body; undefined for one with labels. */
  readonly endIsReachable: boolean | undefined;
  readonly errors: readonly ExpressionError[];
}

/** Looks for variables that are read before they are assigned, and for ends of methods without a result. */
export function analyseFlow(source: string, parameters: readonly ParameterSyntax[], body: Block): FlowResult {
  if (hasLabels(body.statements)) return { endIsReachable: undefined, errors: missingLabels(source, body.statements) };
  const flow = new Flow(source, namesSetInFunctions(body.statements));
  const end = flow.method(parameters, body);
  return { endIsReachable: end, errors: flow.errors };
}

function both(a: State, b: State): State {
  if (!a) return b;
  if (!b) return a;
  return new Set([...a].filter((each) => b.has(each)));
}

function all(states: readonly State[]): State {
  return states.reduce((a, b) => both(a, b), undefined);
}

class Flow {
  readonly errors: ExpressionError[] = [];
  readonly #source: string;
  readonly #untracked: ReadonlySet<string>;
  readonly #reported = new Set<Tracked>();
  #scopes: Map<string, Tracked | undefined>[] = [new Map()];
  #targets: Target[] = [];
  #outs: readonly Tracked[] = [];

  constructor(source: string, untracked: ReadonlySet<string>) {
    this.#source = source;
    this.#untracked = untracked;
  }

  method(parameters: readonly ParameterSyntax[], body: Block): boolean {
    const outs: Tracked[] = [];
    for (const { name, mode } of parameters) {
      if (mode !== 'out' || this.#untracked.has(name)) continue;
      const made = { name, isOut: true };
      outs.push(made);
      this.#scopes[0]?.set(name, made);
    }
    this.#outs = outs;
    const end = this.#statements(body.statements, new Set());
    this.#leave(end, body.end);
    return end !== undefined;
  }

  #fail(message: string, position: number): void {
    this.errors.push(new ExpressionError(message, this.#source, position));
  }

  #find(name: string): Tracked | undefined {
    for (let index = this.#scopes.length - 1; index >= 0; index--) {
      const scope = this.#scopes[index];
      if (scope?.has(name)) return scope.get(name);
    }
    return undefined;
  }

  #declare(name: string): Tracked | undefined {
    const made = this.#untracked.has(name) ? undefined : { name, isOut: false };
    this.#scopes.at(-1)?.set(name, made);
    return made;
  }

  #assigned(state: State, variable: Tracked | undefined): State {
    if (!state || !variable || state.has(variable)) return state;
    return new Set([...state, variable]);
  }

  #declareAssigned(state: State, name: string): State {
    return this.#assigned(state, this.#declare(name));
  }

  /** Reads a variable. */
  #read(state: State, name: string, position: number): void {
    const variable = this.#find(name);
    if (!variable || !state || state.has(variable) || this.#reported.has(variable)) return;
    this.#reported.add(variable);
    this.#fail(
      variable.isOut ? `CS0269: Use of unassigned out parameter '${name}'` : `CS0165: Use of unassigned local variable '${name}'`,
      position,
    );
  } // prettier-ignore

  /** Control leaves the method: its out parameters are assigned. */
  #leave(state: State, position: number): void {
    for (const variable of this.#outs) {
      if (!state || state.has(variable) || this.#reported.has(variable)) continue;
      this.#reported.add(variable);
      this.#fail(
        `CS0177: The out parameter '${variable.name}' must be assigned to before control leaves the current method`,
        position,
      );
    }
  }

  #scoped<T>(run: () => T): T {
    this.#scopes.push(new Map());
    try {
      return run();
    } finally {
      this.#scopes.pop();
    }
  }

  #statements(statements: readonly Statement[], start: State): State {
    let state = start;
    for (const statement of statements) state = this.#statement(statement, state);
    return state;
  }

  #block(statements: readonly Statement[], state: State): State {
    return this.#scoped(() => this.#statements(statements, state));
  }

  #loop(run: (target: Target) => State): State {
    const target: Target = { breaks: [], continues: [] };
    this.#targets.push(target);
    const end = run(target);
    this.#targets.pop();
    return both(end, all(target.breaks));
  }

  #statement(statement: Statement, state: State): State {
    switch (statement.k) {
      case 'block':
        return this.#block(statement.statements, state);
      case 'local':
        return this.#local(statement, state);
      case 'expression':
        return this.#value(statement.value, state);
      case 'if': {
        const [yes, no] = this.#condition(statement.test, state);
        const a = this.#block([statement.yes], yes);
        return both(a, statement.no ? this.#block([statement.no], no) : no);
      }
      case 'while':
        return this.#scoped(() =>
          this.#loop(() => {
            const [yes, no] = this.#condition(statement.test, state);
            this.#block([statement.body], yes);
            return no;
          }),
        );
      case 'do':
        return this.#scoped(() =>
          this.#loop((target) => {
            const end = this.#block([statement.body], state);
            return this.#condition(statement.test, both(end, all(target.continues ?? [])))[1];
          }),
        );
      case 'for':
        return this.#scoped(() =>
          this.#loop((target) => {
            const begun = this.#statements(statement.start, state);
            const [yes, no] = statement.test ? this.#condition(statement.test, begun) : [begun, undefined];
            const end = both(this.#block([statement.body], yes), all(target.continues ?? []));
            let next = end;
            for (const each of statement.next) next = this.#value(each, next);
            return no;
          }),
        );
      case 'foreach':
        return this.#scoped(() => {
          const source = this.#value(statement.source, state);
          return this.#loop(() => {
            let inner = this.#designation(statement.designation, source);
            if (statement.tuple) inner = this.#target(statement.tuple, inner);
            this.#block([statement.body], inner);
            return source;
          });
        });
      case 'switch':
        return this.#switch(statement, state);
      case 'break':
      case 'continue':
        return this.#jump(statement.k, state, statement.position);
      case 'return': {
        const end = statement.value ? this.#value(statement.value, state) : state;
        this.#leave(end, statement.position);
        return undefined;
      }
      case 'throw':
        if (statement.value) this.#value(statement.value, state);
        return undefined;
      case 'yield':
        return this.#value(statement.value, state);
      case 'yield break':
      case 'broken':
      case 'goto':
        return undefined;
      case 'try':
        return this.#try(statement, state);
      case 'using':
        return this.#scoped(() => {
          const { resource } = statement;
          const begun = resource.k === 'local' ? this.#local(resource, state) : this.#value(resource, state);
          return this.#block([statement.body], begun);
        });
      case 'lock':
        return this.#block([statement.body], this.#value(statement.value, state));
      case 'checked':
        return this.#block(statement.body.statements, state);
      default:
        return state;
    }
  }

  #local(statement: Statement & { k: 'local' }, start: State): State {
    let state = start;
    for (const { name, value } of statement.variables) {
      // A lambda that names its own variable reads it before it is assigned.
      const variable = this.#declare(name);
      if (!value) continue;
      state = this.#assigned(this.#value(value, state), variable);
    }
    return state;
  }

  #jump(kind: 'break' | 'continue', state: State, position: number): State {
    const target = this.#targets.findLast(({ continues }) => kind === 'break' || continues);
    if (!target) this.#fail('CS0139: No enclosing loop out of which to break or continue', position);
    else if (kind === 'break') target.breaks.push(state);
    else target.continues?.push(state);
    return undefined;
  }

  #switch(statement: Statement & { k: 'switch' }, start: State): State {
    const begun = this.#value(statement.value, start);
    const target: Target = { breaks: [], continues: undefined };
    this.#targets.push(target);
    let isComplete = false;
    const literals = new Set<unknown>();
    // Names of one section are known in all of them, where they are not assigned.
    this.#scopes.push(new Map());
    for (const { statements } of statement.sections)
      for (const each of statements) if (each.k === 'local') for (const { name } of each.variables) this.#declare(name);
    for (const section of statement.sections) {
      const end = this.#scoped(() => {
        const entries = section.labels.map(({ pattern, when }) => {
          const matched = pattern ? this.#pattern(pattern, begun)[0] : begun;
          if (!when && (!pattern || mayTakeAll(pattern))) isComplete = true;
          if (!when && pattern?.k === 'constant' && pattern.value.k === 'literal') literals.add(pattern.value.value);
          return when ? this.#condition(when, matched)[0] : matched;
        });
        return this.#statements(section.statements, all(entries));
      });
      if (end)
        this.#fail(
          `CS0163: Control cannot fall through from one case label ('${this.#source.slice(section.labels.at(-1)?.position, section.labels.at(-1)?.end)}') to another; end the section with break, return, throw or goto case`,
          section.labels.at(-1)?.position ?? statement.position,
        );
    }
    this.#scopes.pop();
    this.#targets.pop();
    if (literals.has(true) && literals.has(false)) isComplete = true;
    return both(all(target.breaks), isComplete ? undefined : begun);
  }

  #try(statement: Statement & { k: 'try' }, start: State): State {
    const before = this.#targets.map(({ breaks, continues }) => [breaks.length, continues?.length ?? 0] as const);
    let end = this.#block(statement.body.statements, start);
    for (const { name, when, body } of statement.catches)
      end = both(
        end,
        this.#scoped(() => {
          const caught = name === undefined ? start : this.#declareAssigned(start, name);
          const chosen = when ? this.#condition(when, caught)[0] : caught;
          return this.#statements(body.statements, chosen);
        }),
      );
    if (!statement.finally) return end;
    const last = this.#block(statement.finally.statements, start);
    const more = (state: State): State => (state && last ? new Set([...state, ...last]) : undefined);
    // Jumps out of the statement pass through its end.
    for (const [index, { breaks, continues }] of this.#targets.entries()) {
      const [broken = 0, continued = 0] = before[index] ?? [];
      for (let at = broken; at < breaks.length; at++) breaks[at] = more(breaks[at]);
      if (!continues) continue;
      for (let at = continued; at < continues.length; at++) continues[at] = more(continues[at]);
    }
    return more(end);
  }

  #designation(designation: Designation, state: State): State {
    if (designation.k === 'single') return this.#declareAssigned(state, designation.name);
    if (designation.k === 'discard') return state;
    return designation.items.reduce<State>((made, item) => this.#designation(item, made), state);
  }

  /** Assigns to the target of an assignment or deconstruction whose value is there. */
  #target(target: Expr, state: State): State {
    switch (target.k) {
      case 'id':
        return this.#assigned(state, this.#find(target.id));
      case 'declare':
        return this.#designation(target.designation, state);
      case 'tuple':
        return target.items.reduce<State>((made, { value }) => this.#target(value, made), state);
      case 'paren':
        return this.#target(target.operand, state);
      case 'member':
        // A struct may be assigned field by field.
        return target.target.k === 'id' ? this.#assigned(state, this.#find(target.target.id)) : this.#value(target, state);
      default:
        return this.#value(target, state);
    }
  } // prettier-ignore

  #values(list: readonly Expr[], start: State): State {
    return list.reduce<State>((state, each) => this.#value(each, state), start);
  }

  #arguments(args: readonly ArgumentSyntax[], start: State): State {
    let state = start;
    const outs: Expr[] = [];
    for (const { mode, value } of args) {
      if (mode !== 'out') state = this.#value(value, state);
      else {
        outs.push(value);
        if (value.k === 'index') state = this.#value(value, state);
      }
    }
    for (const value of outs) if (value.k !== 'index') state = this.#target(value, state);
    return state;
  }

  #condition(syntax: Expr, state: State): readonly [State, State] {
    switch (syntax.k) {
      case 'paren':
      case 'checked':
        return this.#condition(syntax.operand, state);
      case 'literal':
        if (syntax.value === true) return [state, undefined];
        return syntax.value === false ? [undefined, state] : [state, state];
      case 'unary':
        if (syntax.op === '!') {
          const [yes, no] = this.#condition(syntax.operand, state);
          return [no, yes];
        }
        break;
      case 'binary': {
        if (syntax.op === '&&') {
          const [yes, no] = this.#condition(syntax.left, state);
          const [both1, no2] = this.#condition(syntax.right, yes);
          return [both1, both(no, no2)];
        }
        if (syntax.op === '||') {
          const [yes, no] = this.#condition(syntax.left, state);
          const [yes2, none] = this.#condition(syntax.right, no);
          return [both(yes, yes2), none];
        }
        break;
      }
      case 'is': {
        const operand = this.#value(syntax.operand, state);
        return this.#pattern(syntax.pattern, operand);
      }
      case 'conditional': {
        const [yes, no] = this.#condition(syntax.test, state);
        const [a, b] = this.#condition(syntax.yes, yes);
        const [x, y] = this.#condition(syntax.no, no);
        return [both(a, x), both(b, y)];
      }
      default:
    }
    const after = this.#value(syntax, state);
    return [after, after];
  }

  /** States behind a pattern that matched and one that did not. */
  #pattern(pattern: Pattern, state: State): readonly [State, State] {
    switch (pattern.k) {
      case 'constant': {
        const after = this.#value(pattern.value, state);
        return [after, after];
      }
      case 'type':
        return [pattern.designation ? this.#designation(pattern.designation, state) : state, state];
      case 'var':
        return [this.#designation(pattern.designation, state), state];
      case 'recursive': {
        let matched = state;
        for (const { pattern: inner } of [...(pattern.positions ?? []), ...(pattern.members ?? [])])
          matched = this.#pattern(inner, matched)[0];
        return [pattern.designation ? this.#designation(pattern.designation, matched) : matched, state];
      }
      default:
        return [state, state];
    }
  }

  #lambda(lambda: LambdaSyntax, state: State): void {
    const { body, parameters } = lambda;
    const [targets, outs] = [this.#targets, this.#outs];
    this.#targets = [];
    this.#outs = [];
    this.#scoped(() => {
      for (const { name } of parameters ?? []) this.#scopes.at(-1)?.set(name, undefined);
      if (body.k === 'block') this.#statements(body.statements, state);
      else this.#value(body, state);
    });
    this.#targets = targets;
    this.#outs = outs;
  }

  #initializer(init: Initializer, start: State): State {
    if (init.k === 'items') return init.items.reduce<State>((state, values) => this.#values(values, state), start);
    return init.members.reduce<State>((state, { index, value }) => {
      const begun = this.#arguments(index, state);
      return this.#part(value, begun);
    }, start);
  }

  #part(value: Expr | Initializer, state: State): State {
    if (value.k === 'members') return this.#initializer(value, state);
    if (value.k !== 'items') return this.#value(value, state);
    const list = value.items;
    if ('items' in list) return this.#values(list.items, state);
    return list.reduce<State>((made, values) => this.#values(values, made), state);
  }

  #value(syntax: Expr, state: State): State {
    switch (syntax.k) {
      case 'id':
        this.#read(state, syntax.id, syntax.position);
        return state;
      case 'member':
        return this.#value(syntax.target, state);
      case 'call':
        if (syntax.target.k === 'id' && !this.#find(syntax.target.id)) return this.#arguments(syntax.args, state);
        return this.#arguments(syntax.args, this.#value(syntax.target, state));
      case 'index':
        return this.#arguments(syntax.args, this.#value(syntax.target, state));
      case 'access': {
        const begun = this.#value(syntax.target, state);
        this.#value(syntax.access, begun);
        return begun;
      }
      case 'unary':
        if (syntax.op !== '!') return this.#value(syntax.operand, state);
        return both(...this.#condition(syntax, state));
      case 'is':
        return both(...this.#condition(syntax, state));
      case 'step':
      case 'cast':
      case 'as':
      case 'checked':
      case 'ref':
      case 'await':
      case 'paren':
        return this.#value(syntax.operand, state);
      case 'binary':
        if (syntax.op === '&&' || syntax.op === '||') return both(...this.#condition(syntax, state));
        if (syntax.op === '??') {
          const begun = this.#value(syntax.left, state);
          this.#value(syntax.right, begun);
          return begun;
        }
        return this.#value(syntax.right, this.#value(syntax.left, state));
      case 'assign':
        return this.#assign(syntax, state);
      case 'conditional': {
        const [yes, no] = this.#condition(syntax.test, state);
        return both(this.#value(syntax.yes, yes), this.#value(syntax.no, no));
      }
      case 'switch': {
        const begun = this.#value(syntax.operand, state);
        return all(
          syntax.arms.map(({ pattern, when, value }) =>
            this.#scoped(() => {
              const [matched] = this.#pattern(pattern, begun);
              return this.#value(value, when ? this.#condition(when, matched)[0] : matched);
            }),
          ),
        );
      }
      case 'new': {
        const made = this.#arguments(syntax.args, state);
        return syntax.init ? this.#initializer(syntax.init, made) : made;
      }
      case 'anonymous':
        return syntax.members.reduce<State>((made, { value }) => this.#value(value, made), state);
      case 'array':
        return this.#values(syntax.items?.items ?? [], this.#values(syntax.sizes, state));
      case 'items':
        return this.#values(syntax.items.items, state);
      case 'lambda':
        this.#lambda(syntax, state);
        return state;
      case 'query':
        return this.#query(syntax, state);
      case 'throw':
        this.#value(syntax.operand, state);
        return undefined;
      case 'tuple':
        return syntax.items.reduce<State>((made, { value }) => this.#value(value, made), state);
      case 'text':
        return syntax.parts.reduce<State>((made, part) => ('value' in part ? this.#value(part.value, made) : made), state);
      case 'range':
        return this.#values([syntax.from, syntax.to].filter((each) => each !== undefined), state);
      case 'declare':
        return this.#designation(syntax.designation, state);
      default:
        return state;
    }
  } // prettier-ignore

  #assign(syntax: Expr & { k: 'assign' }, state: State): State {
    const { target, value, op } = syntax;
    if (op === '??') {
      const begun = this.#value(target, state);
      this.#value(value, begun);
      return begun;
    }
    if (op !== '=') return this.#value(value, this.#value(target, state));
    const isPlain = target.k === 'id' || target.k === 'tuple' || target.k === 'declare' || target.k === 'paren';
    if (isPlain || (target.k === 'member' && target.target.k === 'id'))
      return this.#target(target, this.#value(value, state));
    return this.#value(value, this.#value(target, state));
  }

  /** The first source is calculated at once, everything else like the body of a lambda. */
  #query(query: Expr & { k: 'query' }, state: State): State {
    let begun = state;
    this.#scoped(() => {
      for (const [index, clause] of query.clauses.entries()) {
        const parts: (Expr | undefined)[] =
          clause.k === 'from' ? [clause.source]
          : clause.k === 'join' ? [clause.source, clause.left, clause.right]
          : clause.k === 'orderby' ? clause.keys.map(({ value }) => value)
          : clause.k === 'group' ? [clause.value, clause.key]
          : clause.k === 'into' ? []
          : [clause.value]; // prettier-ignore
        for (const part of parts) {
          if (!part) continue;
          const after = this.#value(part, begun);
          if (index === 0) begun = after;
        }
        if ('name' in clause) this.#scopes.at(-1)?.set(clause.name, undefined);
      }
    });
    return begun;
  }
}
