import { describe, expect, it } from 'vitest';
import { STRESS_CHOICES, stressItems, stressQuestions } from './stress.ts';

describe('the large installation', () => {
  const items = stressItems();

  it('has 5,000 items on seven levels, each after its parent', () => {
    const depths: number[] = [];
    for (const { within } of items) depths.push(within === null ? 1 : depths[within]! + 1);
    expect(items).toHaveLength(5_000);
    expect(Math.max(...depths)).toBe(7);
  });

  it('has names up to 120 characters, with Norwegian and Arabic letters', () => {
    const names = items.map(({ name }) => name);
    expect(Math.max(...names.map((name) => name.length))).toBe(120);
    expect(names.some((name) => /[æøå]/i.test(name))).toBe(true);
    expect(names.some((name) => /\p{Script=Arabic}/u.test(name))).toBe(true);
    expect(new Set(names).size).toBe(5_000);
  });

  it('asks 200 questions, one with 60 choices', () => {
    const questions = stressQuestions();
    expect(questions).toHaveLength(200);
    expect(new Set(questions.map(({ name }) => name)).size).toBe(200);
    expect(Math.max(...questions.map(({ choices }) => choices.length))).toBe(STRESS_CHOICES);
    expect(STRESS_CHOICES).toBe(60);
  });
});
