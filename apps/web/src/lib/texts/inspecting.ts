/** Texts of walking through an inspection: the item's bars, moving on by itself, the strip of last time. */
export const inspectingTexts = {
  'conditions.short.check': 'Fit',
  'conditions.short.dash': 'N/A',
  'conditions.short.octagon': 'Defective',
  'conditions.short.ring': 'None',
  'conditions.short.triangle': 'Attention',
  'items.asLastTime': 'As last time',
  'items.asLastTimeCondition': 'Condition: {condition}',
  'items.camera': 'Camera',
  'items.goOn': 'Next item after {condition}',
} as const;
