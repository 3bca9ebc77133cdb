import { expect, it } from 'vitest';
import { callAt, onEachDatabase } from '../testing/index.ts';
import { phrasesOf } from './rules.ts';

const NAMES = { item: 'Padeye, port', location: 'Derrick' };

it('Phrases carry the names of the item they are offered for, and no location where there is none', () => {
  const written = [
    { text: 'Renew the pin of Shackle 8.5 t at Crane', item: 'Shackle 8.5 t', location: 'Crane' },
    { text: 'Renew the pin of Floodlight at Monkey board ', item: 'Floodlight', location: 'Monkey board' },
    { text: 'Corroded', item: 'Floodlight', location: '' },
    { text: '  ', item: 'Floodlight', location: '' },
    { text: 'x'.repeat(301), item: 'Floodlight', location: '' },
  ];
  expect(phrasesOf(written, NAMES, '', 10)).toEqual([
    { text: 'Renew the pin of Padeye, port at Derrick', uses: 2 },
    { text: 'Corroded', uses: 1 },
  ]);
  expect(phrasesOf(written, { ...NAMES, location: '' }, '', 10)).toEqual([{ text: 'Corroded', uses: 1 }]);
  expect(phrasesOf(written, NAMES, 'pin RENEW', 10)).toHaveLength(1);
  expect(phrasesOf(written, NAMES, '', 1)).toHaveLength(1);
  const long = { item: 'Padeye '.repeat(20), location: '' };
  const often = [{ text: 'Hook of Hook at Hook', item: 'Hook', location: '' }];
  expect(phrasesOf(often, long, '', 10)).toEqual([]);
  expect(phrasesOf(often, NAMES, '', 10)).toHaveLength(1);
  const inNames = (item: string, location: string): number =>
    phrasesOf([{ text: 'Hook at Crane', item: 'Hook', location: 'Crane' }], { item, location }, '', 10).length;
  // " at " and both names are 300 characters, and then one more.
  expect(inNames('i'.repeat(146), 'l'.repeat(150))).toBe(1);
  expect(inNames('i'.repeat(147), 'l'.repeat(150))).toBe(0);
  expect(inNames('i'.repeat(146), 'l'.repeat(151))).toBe(0);
  const odd = { item: 'Cable $& ($$)', location: "$' tray" };
  expect(phrasesOf(written, odd, 'renew', 1)[0]!.text).toBe(`Renew the pin of ${odd.item} at ${odd.location}`);
});

onEachDatabase('Phrases', (fixture) => {
  it('are the notes of the company, most used first, and of no other company', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const maren = fixture.as('maren');
    const where = { installationInspectionId: drops.id, itemId: item.id };
    for (const content of ['Split pin missing', 'Corroded', `Split pin missing`, `See ${item.name}`]) {
      await maren.addNoteToInstallationInspectionItem({ ...where, content });
      fixture.wait(1);
    }
    const input = { itemId: item.id, fieldId: null };
    const phrases = await callAt(fixture, 'maren', 'POST /ext/phrases', input);
    expect(phrases).toEqual([
      { text: 'Split pin missing', uses: 2 },
      { text: `See ${item.name}`, uses: 1 },
      { text: 'Corroded', uses: 1 },
    ]);
    expect(await maren.getPhrases({ ...input, search: 'pin' })).toHaveLength(1);
  });
});
