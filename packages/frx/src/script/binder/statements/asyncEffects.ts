import type { Body, Expr, MemberSyntax, Statement, UnitSyntax } from '../../grammar/syntax.ts';

/**
 * Effects of async functions behind their first `await`. Such a function runs to its end when it is called; .NET runs the rest of it later,
 * beside its caller, which matters where the rest changes or reads what others see.
 */
export class AsyncEffects {
  readonly #bodies = new Map<string, Body[]>();
  /** Names of variables and members that the script changes outside of constructors. */
  readonly #changed = new Set<string>();
  readonly #known = new Map<string, boolean>();

  constructor(unit: UnitSyntax) {
    for (const { members } of unit.types) this.#declare(members);
  }

  #declare(members: readonly MemberSyntax[]): void {
    for (const member of members) {
      if (member.k === 'declaration') this.#declare(member.members);
      else if (member.k !== 'constructor')
        visit(member, (node) => {
          if (node.k === 'method' && node.body)
            this.#bodies.set(node.name, [...(this.#bodies.get(node.name) ?? []), node.body]);
          if (node.k === 'assign') this.#changed.add(changedName(node.target));
          if (node.k === 'step') this.#changed.add(changedName(node.operand));
        });
    }
  }

  /** Returns true where a body changes or reads behind its first `await` what others see. */
  isLate(body: Body, parameters: readonly string[]): boolean {
    const all = body.k === 'block' ? body.statements : [body];
    const first = all.findIndex((each) => {
      let waits = false;
      visit(each, (node) => (waits ||= node.k === 'await'));
      return waits;
    });
    if (first < 0) return false;
    const names = namesOf(body);
    for (const name of parameters) names.declared.add(name);
    const rest = all.slice(first);
    let reads = false;
    visit(rest, (node) => (reads ||= node.k === 'id' && this.#changed.has(node.id) && !names.declared.has(node.id)));
    return reads || this.#changes(rest, names);
  }

  #changes(part: unknown, { declared, owned }: Names): boolean {
    let changes = false;
    const isOwn = (target: Expr): boolean =>
      target.k === 'declare' ||
      (target.k === 'id' ? declared.has(target.id) : owned.has(rootOf(target))) ||
      (target.k === 'tuple' && target.items.every(({ value }) => isOwn(value)));
    visit(part, (node) => {
      if (node.k === 'assign') changes ||= !isOwn(node.target);
      else if (node.k === 'step') changes ||= !isOwn(node.operand);
      else if (node.k === 'call') {
        const root = rootOf(node.target);
        if (ORDERED.has(root)) return;
        changes ||= node.args.some(({ mode, value }) => (mode === 'ref' || mode === 'out') && !isOwn(value));
        const name = node.target.k === 'member' || node.target.k === 'id' ? node.target.id : '';
        changes ||= this.#hasEffects(name) || (CHANGING.test(name) && !owned.has(root));
      } else if (node.k === 'expression' && node.value.k === 'call') {
        const { target } = node.value;
        const root = rootOf(target);
        if (target.k === 'id' ? this.#bodies.has(target.id) : owned.has(root) || ORDERED.has(root)) return;
        changes = true;
      }
    });
    return changes;
  }

  /** Returns true if a method of the script of this name changes what others see. */
  #hasEffects(name: string): boolean {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const bodies = this.#bodies.get(name);
    if (!bodies) return false;
    this.#known.set(name, false);
    const has = bodies.some((body) => this.#changes(body, namesOf(body)));
    this.#known.set(name, has);
    return has;
  }
}

/** Classes whose static methods have the same result in any order. */
const ORDERED = new Set(['Interlocked', 'Task', 'Thread']);

/** Methods of collections and texts that change them. */
const CHANGING =
  /^(?:Add|Append|Clear|Dequeue|Enqueue|Insert|Invoke|MoveNext|Next|Pop|Push|Remove|Replace|Reverse|Sort|Try(?:Add|Dequeue|Pop|Take))/u;

interface Names {
  readonly declared: Set<string>;
  /** Variables whose objects the body itself creates. */
  readonly owned: Set<string>;
}

type Syntax = Expr | Statement | MemberSyntax;

/** Returns the names that a body declares. */
function namesOf(body: unknown): Names {
  const names: Names = { declared: new Set(), owned: new Set() };
  visit(body, (node) => {
    if (node.k === 'local')
      for (const { name, value } of node.variables) {
        names.declared.add(name);
        if (value && CREATES.has(value.k)) names.owned.add(name);
      }
    else if (node.k === 'lambda') for (const { name } of node.parameters ?? []) names.declared.add(name);
    else if (node.k === 'declare' || node.k === 'foreach')
      if (node.designation.k === 'single') names.declared.add(node.designation.name);
  });
  return names;
}

const CREATES: ReadonlySet<string> = new Set(['new', 'array', 'items', 'literal', 'anonymous', 'tuple', 'text']);

/** Returns the name at the start of a chain of members; empty when there is none. */
function rootOf(target: Expr): string {
  switch (target.k) {
    case 'id':
      return target.id;
    case 'member':
    case 'index':
    case 'call':
    case 'access':
      return rootOf(target.target);
    case 'paren':
      return rootOf(target.operand);
    default:
      return '';
  }
}

function changedName(target: Expr): string {
  if (target.k === 'id' || target.k === 'member') return target.id;
  return rootOf(target);
}

function isSyntax(value: object): value is Syntax {
  return 'k' in value;
}

/** Calls a function for all nodes of a tree. */
function visit(value: unknown, see: (node: Syntax) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, see);
  else if (typeof value === 'object' && value !== null && !(value instanceof Set) && !(value instanceof Error)) {
    if (isSyntax(value)) {
      see(value);
      if (value.k === 'literal') return;
    }
    for (const each of Object.values(value)) visit(each, see);
  }
}
