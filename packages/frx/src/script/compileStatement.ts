import { truth } from '../expression/combine.ts';
import { compileTree, treeContext } from '../expression/compileNode.ts';
import type { CompiledNode } from '../expression/compiled.ts';
import { compilePattern } from '../expression/compilePattern.ts';
import type { Matches } from '../expression/compilePattern.ts';
import { defaultOf } from '../expression/convert.ts';
import { ExpressionError, NetException } from '../expression/errors.ts';
import { items } from '../expression/members/arguments.ts';
import type { Scope } from '../expression/scope.ts';
import type { Expression } from '../expression/syntax.ts';
import { exceptionObject, isCaught, thrown } from './exceptions.ts';
import { BREAK, CONTINUE, NORMAL, RETURN } from './frame.ts';
import type { Execute, Frame } from './frame.ts';
import type { Locals } from './locals.ts';
import type {
  BlockStatement,
  ForeachStatement,
  ForStatement,
  IfStatement,
  LocalFunction,
  LocalStatement,
  LoopStatement,
  Statement,
  SwitchStatement,
  TryStatement,
} from './syntax.ts';

/** What statements are compiled with. */
export interface CodeContext {
  readonly scope: Scope<Frame>;
  readonly locals: Locals;
  readonly source: string;
  /** Makes a local function a variable of the present block. */
  readonly declareFunction: (node: LocalFunction) => Execute;
}

function expression(node: Expression, context: CodeContext): CompiledNode<Frame> {
  return compileTree(node, context.scope, context.source);
}

function condition(node: Expression, context: CodeContext): (frame: Frame) => boolean {
  const { evaluate } = expression(node, context);
  return (frame) => truth(evaluate(frame), 'if');
}

/** Compiles a statement to a closure. Throws ExpressionError for names that mean nothing. */
export function compileStatement(node: Statement, context: CodeContext): Execute {
  return counted(compileBare(node, context), node, context);
}

/** Counts each statement as a step and adds the place in the script to its errors. */
function counted(execute: Execute, { position }: Statement, { scope, source }: CodeContext): Execute {
  const { budget } = scope.runtime;
  return (frame) => {
    budget.step();
    try {
      return execute(frame);
    } catch (error) {
      if (error instanceof ExpressionError) error.locate(source, position);
      throw error;
    }
  };
}

function compileBare(node: Statement, context: CodeContext): Execute {
  switch (node.kind) {
    case 'block':
      return compileBlock(node, context);
    case 'local':
      return compileLocal(node, context);
    case 'expression': {
      const { evaluate } = expression(node.expression, context);
      return (frame) => {
        evaluate(frame);
        return NORMAL;
      };
    }
    case 'if':
      return compileIf(node, context);
    case 'while':
    case 'do':
      return compileLoop(node, context);
    case 'for':
      return compileFor(node, context);
    case 'foreach':
      return compileForeach(node, context);
    case 'switch':
      return compileSwitch(node, context);
    case 'break':
      return () => BREAK;
    case 'continue':
      return () => CONTINUE;
    case 'return': {
      if (!node.value) return () => RETURN;
      const { evaluate } = expression(node.value, context);
      return (frame) => {
        frame.result = evaluate(frame);
        return RETURN;
      };
    }
    case 'throw': {
      const { source } = context;
      if (!node.value) {
        return () => {
          throw new ExpressionError('throw without a value is not supported', source, node.position);
        };
      }
      const { evaluate } = expression(node.value, context);
      return (frame) => {
        throw thrown(evaluate(frame), source, node.position);
      };
    }
    case 'try':
      return compileTry(node, context);
    default:
      return context.declareFunction(node);
  }
}

/** Compiles statements in a block of names of their own. */
export function compileBlock(node: Pick<BlockStatement, 'statements'>, context: CodeContext): Execute {
  const statements = context.locals.block(() => node.statements.map((each) => compileStatement(each, context)));
  const [only] = statements;
  if (statements.length === 1 && only) return only;
  return (frame) => {
    for (const each of statements) {
      const completion = each(frame);
      if (completion !== NORMAL) return completion;
    }
    return NORMAL;
  };
}

function compileLocal(node: LocalStatement, context: CodeContext): Execute {
  const assignments = node.variables.map(({ name, value }): ((frame: Frame) => void) => {
    const compiled = value && expression(value, context);
    // `var` takes the static type of its value, so that it keeps it when it is assigned to later.
    const type = node.type === 'var' && compiled ? compiled.type : node.type;
    const { slot, write } = context.locals.declare(name, type);
    const initial = defaultOf(type);
    if (!compiled || !write) {
      return (frame) => {
        frame.locals[slot] = initial;
      };
    }
    const { evaluate } = compiled;
    return (frame) => write(frame, evaluate(frame));
  });
  return (frame) => {
    for (const assign of assignments) assign(frame);
    return NORMAL;
  };
}

function compileIf(node: IfStatement, context: CodeContext): Execute {
  const test = condition(node.condition, context);
  const whenTrue = compileStatement(node.whenTrue, context);
  if (!node.whenFalse) return (frame) => (test(frame) ? whenTrue(frame) : NORMAL);
  const whenFalse = compileStatement(node.whenFalse, context);
  return (frame) => (test(frame) ? whenTrue(frame) : whenFalse(frame));
}

function compileLoop(node: LoopStatement, context: CodeContext): Execute {
  const test = condition(node.condition, context);
  const body = compileStatement(node.body, context);
  const { budget } = context.scope.runtime;
  const loop: Execute = (frame) => {
    while (test(frame)) {
      budget.step();
      const completion = body(frame);
      if (completion === BREAK) break;
      if (completion === RETURN) return RETURN;
    }
    return NORMAL;
  };
  if (node.kind === 'while') return loop;
  return (frame) => {
    const completion = body(frame);
    if (completion === BREAK) return NORMAL;
    return completion === RETURN ? RETURN : loop(frame);
  };
}

function compileFor(node: ForStatement, context: CodeContext): Execute {
  const { budget } = context.scope.runtime;
  return context.locals.block(() => {
    const start = node.start.map((each) => compileStatement(each, context));
    const test = node.condition ? condition(node.condition, context) : () => true;
    const body = compileStatement(node.body, context);
    const next = node.next.map((each) => expression(each, context).evaluate);
    return (frame: Frame) => {
      for (const each of start) each(frame);
      while (test(frame)) {
        budget.step();
        const completion = body(frame);
        if (completion === BREAK) break;
        if (completion === RETURN) return RETURN;
        for (const each of next) each(frame);
      }
      return NORMAL;
    };
  });
}

function compileForeach(node: ForeachStatement, context: CodeContext): Execute {
  const source = expression(node.source, context);
  const { budget } = context.scope.runtime;
  return context.locals.block(() => {
    const type = node.type === 'var' && source.type.endsWith('[]') ? source.type.slice(0, -2) : node.type;
    const { write } = context.locals.declare(node.name, type);
    const body = compileStatement(node.body, context);
    return (frame: Frame) => {
      for (const item of Array.from(items(source.evaluate(frame)))) {
        budget.step();
        write?.(frame, item);
        const completion = body(frame);
        if (completion === BREAK) break;
        if (completion === RETURN) return RETURN;
      }
      return NORMAL;
    };
  });
}

function compileSwitch(node: SwitchStatement, context: CodeContext): Execute {
  const { evaluate } = expression(node.value, context);
  return context.locals.block(() => {
    const sections = node.sections.map(({ labels, statements }) => ({
      labels: labels.map((label) => label && compileLabel(label, context)),
      run: compileBlock({ statements }, context),
    }));
    const other = sections.find(({ labels }) => labels.includes(undefined));
    return (frame: Frame) => {
      const value = evaluate(frame);
      const chosen = sections.find(({ labels }) => labels.some((label) => label?.(value, frame))) ?? other;
      const completion = chosen ? chosen.run(frame) : NORMAL;
      return completion === BREAK ? NORMAL : completion;
    };
  });
}

type Label = Exclude<SwitchStatement['sections'][number]['labels'][number], undefined>;

function compileLabel({ pattern, when }: Label, context: CodeContext): Matches<Frame> {
  const { scope, source } = context;
  const matches = compilePattern(pattern, treeContext(scope, source));
  if (!when) return matches;
  const test = condition(when, context);
  return (value, frame) => matches(value, frame) && test(frame);
}

function compileTry(node: TryStatement, context: CodeContext): Execute {
  const body = compileBlock(node.body, context);
  const handlers = node.catches.map((each) =>
    context.locals.block(() => {
      const variable = each.name === undefined ? undefined : context.locals.declare(each.name, 'object');
      const when = each.when && condition(each.when, context);
      return { type: each.type, variable, when, run: compileBlock(each.body, context) };
    }),
  );
  const last = node.finally && compileBlock(node.finally, context);
  const guarded: Execute = (frame) => {
    try {
      return body(frame);
    } catch (error) {
      if (!(error instanceof NetException)) throw error;
      for (const { type, variable, when, run } of handlers) {
        if (!isCaught(error, type)) continue;
        variable?.write?.(frame, exceptionObject(error));
        if (!when || when(frame)) return run(frame);
      }
      throw error;
    }
  };
  if (!last) return guarded;
  return (frame) => {
    let completion;
    try {
      completion = guarded(frame);
    } catch (error) {
      if (error instanceof ExpressionError) last(frame);
      throw error;
    }
    const ended = last(frame);
    return ended === NORMAL ? completion : ended;
  };
}
