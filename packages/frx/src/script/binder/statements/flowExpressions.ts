import type {
  ArgumentSyntax,
  Designation,
  Expr,
  Initializer,
  LambdaSyntax,
  Pattern,
  Statement,
} from '../../grammar/syntax.ts';
import { all, both, FlowVariables } from './flowVariables.ts';
import type { State } from './flowVariables.ts';

/** States after expressions (C# specification, Definite assignment: rules for expressions). */
export abstract class FlowExpressions extends FlowVariables {
  protected abstract statements(statements: readonly Statement[], start: State): State;

  protected designation(designation: Designation, state: State): State {
    if (designation.k === 'single') return this.declareAssigned(state, designation.name);
    if (designation.k === 'discard') return state;
    return designation.items.reduce<State>((made, item) => this.designation(item, made), state);
  }

  /** Returns the state after an assignment to a target, whose value is evaluated already. */
  protected target(target: Expr, state: State): State {
    switch (target.k) {
      case 'id':
        return this.assigned(state, this.find(target.id));
      case 'declare':
        return this.designation(target.designation, state);
      case 'tuple':
        return target.items.reduce<State>((made, { value }) => this.target(value, made), state);
      case 'paren':
        return this.target(target.operand, state);
      case 'member':
        // A struct may be assigned field by field.
        return target.target.k === 'id' ? this.assigned(state, this.find(target.target.id)) : this.value(target, state);
      default:
        return this.value(target, state);
    }
  } // prettier-ignore

  protected values(list: readonly Expr[], start: State): State {
    return list.reduce<State>((state, each) => this.value(each, state), start);
  }

  protected arguments(args: readonly ArgumentSyntax[], start: State): State {
    let state = start;
    const outs: Expr[] = [];
    for (const { mode, value } of args) {
      if (mode !== 'out') state = this.value(value, state);
      else {
        outs.push(value);
        if (value.k === 'index') state = this.value(value, state);
      }
    }
    for (const value of outs) if (value.k !== 'index') state = this.target(value, state);
    return state;
  }

  protected condition(syntax: Expr, state: State): readonly [State, State] {
    switch (syntax.k) {
      case 'paren':
      case 'checked':
        return this.condition(syntax.operand, state);
      case 'literal':
        if (syntax.value === true) return [state, undefined];
        return syntax.value === false ? [undefined, state] : [state, state];
      case 'unary':
        if (syntax.op === '!') {
          const [yes, no] = this.condition(syntax.operand, state);
          return [no, yes];
        }
        break;
      case 'binary': {
        if (syntax.op === '&&') {
          const [yes, no] = this.condition(syntax.left, state);
          const [both1, no2] = this.condition(syntax.right, yes);
          return [both1, both(no, no2)];
        }
        if (syntax.op === '||') {
          const [yes, no] = this.condition(syntax.left, state);
          const [yes2, none] = this.condition(syntax.right, no);
          return [both(yes, yes2), none];
        }
        break;
      }
      case 'is': {
        const operand = this.value(syntax.operand, state);
        return this.pattern(syntax.pattern, operand);
      }
      case 'conditional': {
        const [yes, no] = this.condition(syntax.test, state);
        const [a, b] = this.condition(syntax.yes, yes);
        const [x, y] = this.condition(syntax.no, no);
        return [both(a, x), both(b, y)];
      }
      default:
    }
    const after = this.value(syntax, state);
    return [after, after];
  }

  /** Returns the states after a pattern that matches and after one that does not. */
  protected pattern(pattern: Pattern, state: State): readonly [State, State] {
    switch (pattern.k) {
      case 'constant': {
        const after = this.value(pattern.value, state);
        return [after, after];
      }
      case 'type':
        return [pattern.designation ? this.designation(pattern.designation, state) : state, state];
      case 'var':
        // It always matches, unless it takes the value apart.
        return [
          this.designation(pattern.designation, state),
          pattern.designation.k === 'single' || pattern.designation.k === 'discard' ? undefined : state,
        ];
      case 'recursive': {
        let matched = state;
        for (const { pattern: inner } of [...(pattern.positions ?? []), ...(pattern.members ?? [])])
          matched = this.pattern(inner, matched)[0];
        return [pattern.designation ? this.designation(pattern.designation, matched) : matched, state];
      }
      default:
        return [state, state];
    }
  }

  protected lambda(lambda: LambdaSyntax, state: State): void {
    const { body, parameters } = lambda;
    const [targets, outs] = [this.targets, this.outs];
    this.targets = [];
    this.outs = [];
    this.scoped(() => {
      for (const { name } of parameters ?? []) this.scopes.at(-1)?.set(name, undefined);
      if (body.k === 'block') this.statements(body.statements, state);
      else this.value(body, state);
    });
    this.targets = targets;
    this.outs = outs;
  }

  protected initializer(init: Initializer, start: State): State {
    if (init.k === 'items') return init.items.reduce<State>((state, values) => this.values(values, state), start);
    return init.members.reduce<State>((state, { index, value }) => {
      const begun = this.arguments(index, state);
      return this.part(value, begun);
    }, start);
  }

  protected part(value: Expr | Initializer, state: State): State {
    if (value.k === 'members') return this.initializer(value, state);
    if (value.k !== 'items') return this.value(value, state);
    const list = value.items;
    if ('items' in list) return this.values(list.items, state);
    return list.reduce<State>((made, values) => this.values(values, made), state);
  }

  protected value(syntax: Expr, state: State): State {
    switch (syntax.k) {
      case 'id':
        this.read(state, syntax.id, syntax.position);
        return state;
      case 'member':
        return this.value(syntax.target, state);
      case 'call':
        if (syntax.target.k === 'id' && !this.find(syntax.target.id)) return this.arguments(syntax.args, state);
        return this.arguments(syntax.args, this.value(syntax.target, state));
      case 'index':
        return this.arguments(syntax.args, this.value(syntax.target, state));
      case 'access': {
        const begun = this.value(syntax.target, state);
        this.value(syntax.access, begun);
        return begun;
      }
      case 'unary':
        if (syntax.op !== '!') return this.value(syntax.operand, state);
        return both(...this.condition(syntax, state));
      case 'is':
        return both(...this.condition(syntax, state));
      case 'step':
      case 'cast':
      case 'as':
      case 'checked':
      case 'ref':
      case 'await':
      case 'paren':
        return this.value(syntax.operand, state);
      case 'binary':
        if (syntax.op === '&&' || syntax.op === '||') return both(...this.condition(syntax, state));
        if (syntax.op === '??') {
          const begun = this.value(syntax.left, state);
          this.value(syntax.right, begun);
          return begun;
        }
        return this.value(syntax.right, this.value(syntax.left, state));
      case 'assign':
        return this.assign(syntax, state);
      case 'conditional': {
        const [yes, no] = this.condition(syntax.test, state);
        return both(this.value(syntax.yes, yes), this.value(syntax.no, no));
      }
      case 'switch': {
        const begun = this.value(syntax.operand, state);
        return all(
          syntax.arms.map(({ pattern, when, value }) =>
            this.scoped(() => {
              const [matched] = this.pattern(pattern, begun);
              return this.value(value, when ? this.condition(when, matched)[0] : matched);
            }),
          ),
        );
      }
      case 'new': {
        const made = this.arguments(syntax.args, state);
        return syntax.init ? this.initializer(syntax.init, made) : made;
      }
      case 'anonymous':
        return syntax.members.reduce<State>((made, { value }) => this.value(value, made), state);
      case 'array':
        return this.values(syntax.items?.items ?? [], this.values(syntax.sizes, state));
      case 'items':
        return this.values(syntax.items.items, state);
      case 'lambda':
        this.lambda(syntax, state);
        return state;
      case 'query':
        return this.query(syntax, state);
      case 'throw':
        this.value(syntax.operand, state);
        return undefined;
      case 'tuple':
        return syntax.items.reduce<State>((made, { value }) => this.value(value, made), state);
      case 'text':
        return syntax.parts.reduce<State>((made, part) => ('value' in part ? this.value(part.value, made) : made), state);
      case 'range':
        return this.values([syntax.from, syntax.to].filter((each) => each !== undefined), state);
      case 'declare':
        return this.designation(syntax.designation, state);
      default:
        return state;
    }
  } // prettier-ignore

  protected assign(syntax: Expr & { k: 'assign' }, state: State): State {
    const { target, value, op } = syntax;
    if (op === '??') {
      const begun = this.value(target, state);
      this.value(value, begun);
      return begun;
    }
    if (op !== '=') return this.value(value, this.value(target, state));
    const isPlain = target.k === 'id' || target.k === 'tuple' || target.k === 'declare' || target.k === 'paren';
    if (isPlain || (target.k === 'member' && target.target.k === 'id'))
      return this.target(target, this.value(value, state));
    return this.value(value, this.value(target, state));
  }

  /** Returns the state after a query: its first source is evaluated at once, everything else as in the body of a lambda. */
  protected query(query: Expr & { k: 'query' }, state: State): State {
    let begun = state;
    this.scoped(() => {
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
          const after = this.value(part, begun);
          if (index === 0) begun = after;
        }
        if ('name' in clause) this.scopes.at(-1)?.set(clause.name, undefined);
      }
    });
    return begun;
  }
}
