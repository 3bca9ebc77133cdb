import { ExpressionError } from '../../../expression/errors.ts';
import type { Block, ParameterSyntax, Statement } from '../../grammar/syntax.ts';
import { FlowExpressions } from './flowExpressions.ts';
import { all, both } from './flowVariables.ts';
import type { State, Target, Tracked } from './flowVariables.ts';
import { VariableSet } from './variableSet.ts';
import { hasLabels, mayTakeAll, missingLabels, namesSetInFunctions } from './flowSyntax.ts';

/**
 * Definite assignment and reachability (C# specification, Definite assignment and End points and reachability). Where the rules depend on
 * types, the analysis accepts more than C#; it never refuses what C# accepts. Methods with labels are not analysed.
 */

/** Result of the analysis of a body. */
export interface FlowResult {
  /** True if the end of the body is reachable; undefined for a body with labels. */
  readonly endIsReachable: boolean | undefined;
  readonly errors: readonly ExpressionError[];
}

/** Finds variables that are read before they are assigned, and whether the end of a method is reachable. */
export function analyseFlow(source: string, parameters: readonly ParameterSyntax[], body: Block): FlowResult {
  if (hasLabels(body.statements)) return { endIsReachable: undefined, errors: missingLabels(source, body.statements) };
  const flow = new Flow(source, namesSetInFunctions(body.statements));
  const end = flow.method(parameters, body);
  return { endIsReachable: end, errors: flow.errors };
}

class Flow extends FlowExpressions {
  method(parameters: readonly ParameterSyntax[], body: Block): boolean {
    const outs: Tracked[] = [];
    for (const { name, mode } of parameters) {
      if (mode !== 'out' || this.untracked.has(name)) continue;
      const made = this.track(name, true);
      outs.push(made);
      this.scopes[0]?.set(name, made);
    }
    this.outs = outs;
    const end = this.statements(body.statements, VariableSet.empty);
    this.leave(end, body.end);
    return end !== undefined;
  }

  protected override statements(statements: readonly Statement[], start: State): State {
    let state = start;
    for (const statement of statements) state = this.#statement(statement, state);
    return state;
  }

  #block(statements: readonly Statement[], state: State): State {
    return this.scoped(() => this.statements(statements, state));
  }

  #loop(run: (target: Target) => State): State {
    const target: Target = { breaks: [], continues: [] };
    this.targets.push(target);
    const end = run(target);
    this.targets.pop();
    return both(end, all(target.breaks));
  }

  #statement(statement: Statement, state: State): State {
    switch (statement.k) {
      case 'block':
        return this.#block(statement.statements, state);
      case 'local':
        return this.#local(statement, state);
      case 'expression':
        return this.value(statement.value, state);
      case 'if': {
        const [yes, no] = this.condition(statement.test, state);
        const a = this.#block([statement.yes], yes);
        return both(a, statement.no ? this.#block([statement.no], no) : no);
      }
      case 'while':
        return this.scoped(() =>
          this.#loop(() => {
            const [yes, no] = this.condition(statement.test, state);
            this.#block([statement.body], yes);
            return no;
          }),
        );
      case 'do':
        return this.scoped(() =>
          this.#loop((target) => {
            const end = this.#block([statement.body], state);
            return this.condition(statement.test, both(end, all(target.continues ?? [])))[1];
          }),
        );
      case 'for':
        return this.scoped(() =>
          this.#loop((target) => {
            const begun = this.statements(statement.start, state);
            const [yes, no] = statement.test ? this.condition(statement.test, begun) : [begun, undefined];
            const end = both(this.#block([statement.body], yes), all(target.continues ?? []));
            let next = end;
            for (const each of statement.next) next = this.value(each, next);
            return no;
          }),
        );
      case 'foreach':
        return this.scoped(() => {
          const source = this.value(statement.source, state);
          return this.#loop(() => {
            let inner = this.designation(statement.designation, source);
            if (statement.tuple) inner = this.target(statement.tuple, inner);
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
        const end = statement.value ? this.value(statement.value, state) : state;
        this.leave(end, statement.position);
        return undefined;
      }
      case 'throw':
        if (statement.value) this.value(statement.value, state);
        return undefined;
      case 'yield':
        return this.value(statement.value, state);
      case 'yield break':
      case 'broken':
      case 'goto':
        return undefined;
      case 'try':
        return this.#try(statement, state);
      case 'using':
        return this.scoped(() => {
          const { resource } = statement;
          const begun = resource.k === 'local' ? this.#local(resource, state) : this.value(resource, state);
          return this.#block([statement.body], begun);
        });
      case 'lock':
        return this.#block([statement.body], this.value(statement.value, state));
      case 'checked':
        return this.#block(statement.body.statements, state);
      default:
        return state;
    }
  }

  #local(statement: Statement & { k: 'local' }, start: State): State {
    let state = start;
    for (const { name, value } of statement.variables) {
      // A lambda that uses the variable it initializes reads it before it is assigned.
      const variable = this.add(name);
      if (!value) continue;
      state = this.assigned(this.value(value, state), variable);
    }
    return state;
  }

  #jump(kind: 'break' | 'continue', state: State, position: number): State {
    const target = this.targets.findLast(({ continues }) => kind === 'break' || continues);
    if (!target) this.fail('CS0139: No enclosing loop out of which to break or continue', position);
    else if (kind === 'break') target.breaks.push(state);
    else target.continues?.push(state);
    return undefined;
  }

  #switch(statement: Statement & { k: 'switch' }, start: State): State {
    const begun = this.value(statement.value, start);
    const target: Target = { breaks: [], continues: undefined };
    this.targets.push(target);
    let isComplete = false;
    const literals = new Set<unknown>();
    // Names of one section are in scope, unassigned, in all others.
    this.scopes.push(new Map());
    for (const { statements } of statement.sections)
      for (const each of statements) if (each.k === 'local') for (const { name } of each.variables) this.add(name);
    for (const section of statement.sections) {
      const end = this.scoped(() => {
        const entries = section.labels.map(({ pattern, when }) => {
          const matched = pattern ? this.pattern(pattern, begun)[0] : begun;
          if (!when && (!pattern || mayTakeAll(pattern))) isComplete = true;
          if (!when && pattern?.k === 'constant' && pattern.value.k === 'literal') literals.add(pattern.value.value);
          return when ? this.condition(when, matched)[0] : matched;
        });
        return this.statements(section.statements, all(entries));
      });
      if (end)
        this.fail(
          `CS0163: Control cannot fall through from one case label ('${this.source.slice(section.labels.at(-1)?.position, section.labels.at(-1)?.end)}') to another; end the section with break, return, throw or goto case`,
          section.labels.at(-1)?.position ?? statement.position,
        );
    }
    this.scopes.pop();
    this.targets.pop();
    if (literals.has(true) && literals.has(false)) isComplete = true;
    return both(all(target.breaks), isComplete ? undefined : begun);
  }

  #try(statement: Statement & { k: 'try' }, start: State): State {
    const before = this.targets.map(({ breaks, continues }) => [breaks.length, continues?.length ?? 0] as const);
    let end = this.#block(statement.body.statements, start);
    for (const { name, when, body } of statement.catches)
      end = both(
        end,
        this.scoped(() => {
          const caught = name === undefined ? start : this.declareAssigned(start, name);
          const chosen = when ? this.condition(when, caught)[0] : caught;
          return this.statements(body.statements, chosen);
        }),
      );
    if (!statement.finally) return end;
    const last = this.#block(statement.finally.statements, start);
    const more = (state: State): State => (state && last ? state.or(last) : undefined);
    // Jumps out of the statement run its finally block.
    for (const [index, { breaks, continues }] of this.targets.entries()) {
      const [broken = 0, continued = 0] = before[index] ?? [];
      for (let at = broken; at < breaks.length; at++) breaks[at] = more(breaks[at]);
      if (!continues) continue;
      for (let at = continued; at < continues.length; at++) continues[at] = more(continues[at]);
    }
    return more(end);
  }
}
