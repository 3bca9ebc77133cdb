import { type Condition, CONDITIONS } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { appearanceOf, needsNoFinding, notCheckedAppearance, severityOf } from './appearance.ts';

const { defective, needsAttention, fitForPurpose, notApplicable } = CONDITIONS;

describe('the appearance of conditions', () => {
  it('has a shape of its own for each, and one for those that are not known here', () => {
    const shapes = [
      fitForPurpose,
      needsAttention,
      defective,
      notApplicable,
      { id: 'new', name: 'New', color: '#000' },
    ].map((condition) => appearanceOf(condition as Condition).shape);
    expect(shapes).toEqual(['check', 'triangle', 'octagon', 'dash', 'ring']);
    expect(notCheckedAppearance()).toMatchObject({ shape: 'ring', label: 'Not Checked' });
  });

  it('ranks the worst first, and an unchecked item before one without a defect', () => {
    const ids = [notApplicable.id, fitForPurpose.id, null, needsAttention.id, defective.id, 'new'];
    expect(ids.map(severityOf)).toEqual([4, 3, 2, 1, 0, 2]);
  });

  it('goes on to the next item only from a condition without a finding', () => {
    const ids = [fitForPurpose.id, notApplicable.id, needsAttention.id, defective.id, null, 'new'];
    expect(ids.map(needsNoFinding)).toEqual([true, true, false, false, false, false]);
  });
});
