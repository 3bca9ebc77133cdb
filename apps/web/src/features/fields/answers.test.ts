import type { FieldOption, FieldResponse } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import {
  answerTo,
  choiceAnswer,
  choicesAnswer,
  chosenIds,
  isRequiredEmpty,
  numberAnswer,
  recordedText,
  UNANSWERED,
  yesNoAnswer,
} from './answers.ts';

const option = (id: string, name: string): FieldOption => ({
  id,
  name,
  order: 0,
  fieldsTemplateId: null,
  fieldsTemplate: null,
});
const options = [option('a', 'Split pin'), option('b', 'Lock wire'), option('c', 'Net')];

function response(over: Partial<FieldResponse>): FieldResponse {
  return {
    fieldId: 'f',
    value: 'x',
    displayValue: 'X',
    parentFieldOptionId: null,
    deletedAt: null,
    ...over,
  } as FieldResponse;
}

describe('answers', () => {
  it('belong to one question under one option', () => {
    const responses = [response({ parentFieldOptionId: 'bolted', value: 'M12' }), response({ value: 'top' })];
    expect(answerTo(responses, 'f', null).value).toBe('top');
    expect(answerTo(responses, 'f', 'bolted').value).toBe('M12');
    expect(answerTo(responses, 'f', 'clamped')).toEqual(UNANSWERED);
    expect(answerTo([response({ deletedAt: '2026-01-01' })], 'f', null)).toEqual(UNANSWERED);
  });

  it('store ids as the value and names as the display value', () => {
    expect(choiceAnswer(options, 'b')).toEqual({ value: 'b', displayValue: 'Lock wire' });
    expect(choiceAnswer(options, null)).toEqual(UNANSWERED);
    expect(choicesAnswer(options, ['c', 'a'])).toEqual({ value: '["a","c"]', displayValue: 'Split pin, Net' });
    expect(choicesAnswer(options, [])).toEqual(UNANSWERED);
    expect(choicesAnswer(options, ['a', 'gone'])).toEqual({ value: '["a","gone"]', displayValue: 'Split pin' });
    expect(chosenIds('["a","c"]')).toEqual(['a', 'c']);
    expect(chosenIds('')).toEqual([]);
    expect(chosenIds('["a",1,null]')).toEqual(['a']);
  });

  it("store 'true' and 'false' for yes and no", () => {
    expect(yesNoAnswer(true)).toEqual({ value: 'true', displayValue: 'Yes' });
    expect(yesNoAnswer(false)).toEqual({ value: 'false', displayValue: 'No' });
  });

  it('to a Number field are stored with a point; a text that is no number is no answer', () => {
    expect(numberAnswer('-')).toEqual(UNANSWERED);
    expect(numberAnswer('-12,5')).toEqual({ value: '-12.5', displayValue: '-12.5' });
  });

  it('to a required question are marked while they are blank', () => {
    expect(isRequiredEmpty({ required: true }, ' ')).toBe(true);
    expect(isRequiredEmpty({ required: true }, '[]')).toBe(true);
    expect(isRequiredEmpty({ required: true }, 'false')).toBe(false);
    expect(isRequiredEmpty({ required: false }, '')).toBe(false);
  });

  it('show the recorded names of options that were renamed or deleted later', () => {
    const today = { options: [option('a', 'Nyloc nut'), option('b', 'Split pin')] };
    const words = (value: string, displayValue: string) => recordedText(today, { value, displayValue });
    expect(words('a', 'Nyloc')).toBe('Nyloc');
    expect(words('["a","b"]', 'Nyloc, Split pin')).toBe('Nyloc, Split pin');
    expect(words('["b","gone"]', 'Split pin, Lock wire')).toBe('Split pin, Lock wire');
    expect(words('a', 'Nyloc nut')).toBeNull();
    expect(words('["a","b"]', 'Nyloc nut, Split pin')).toBeNull();
    expect(words('gone', 'Lock wire')).toBeNull();
    expect(words('', '')).toBeNull();
    expect(recordedText({ options: [] }, { value: 'M12', displayValue: 'M12' })).toBeNull();
    expect(recordedText({ options: [] }, { value: '[sic] M12', displayValue: '[sic] M12' })).toBeNull();
  });
});
