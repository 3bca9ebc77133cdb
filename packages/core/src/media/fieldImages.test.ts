import type { Field } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { callAt, onEachDatabase } from '../testing/index.ts';

/** One transparent pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const SVG = btoa('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

onEachDatabase('Pictures of a question', (fixture) => {
  it('are added by add-image {base64, path, mimeType} and removed by remove-image/{imageId}; they have id, filename and order [APIM-23] [ENTS-11]', async () => {
    const { id } = await fixture.build.field();
    const add = (path: string) =>
      callAt(fixture, 'wren', `POST /admin/field/${id}/add-image`, { base64: PNG, path, mimeType: 'image/png' });
    await add('C:\\fakepath\\accept.png');
    const { images } = (await add('reject.png')) as Field;
    expect(images).toEqual([
      { id: expect.any(String), filename: 'accept.png', order: 0 },
      { id: expect.any(String), filename: 'reject.png', order: 1 },
    ]);

    const left = await callAt(fixture, 'wren', `DELETE /admin/field/${id}/remove-image/${images[0]!.id}`);
    expect(left).toMatchObject({ id, images: [images[1]] });
    await expect(fixture.as('wren').removeFieldImage({ id, imageId: images[0]!.id })).rejects.toBeProblem('notFound');
  });

  it('have the type of their bytes, not the declared one', async () => {
    const { id } = await fixture.build.field();
    const made = await fixture
      .as('wren')
      .addFieldImage({ id, base64: `data:image/jpeg;base64,${PNG}`, path: 'a.jpg', mimeType: 'text/html' });
    const bytes = await fixture.as('jorun').getFieldImage({ id: made.images[0]!.id, ext: '.jpg' });
    expect(bytes).toMatchObject({ mimeType: 'image/png', scopeId: 'library' });
  });

  it.each([
    ['a drawing that can contain a script', SVG, 'unsupportedMedia'],
    ['text', btoa('no picture'), 'unsupportedMedia'],
    ['not base64', '%%%', 'badInput'],
  ] as const)('are refused when they are %s', async (_what, base64, problem) => {
    const { id } = await fixture.build.field();
    await expect(
      fixture.as('wren').addFieldImage({ id, base64, path: 'a.png', mimeType: 'image/png' }),
    ).rejects.toBeProblem(problem);
    expect(await fixture.database.db.selectFrom('fieldImage').select('id').execute()).toEqual([]);
  });

  it('belong to one question', async () => {
    const one = await fixture.build.field();
    const two = await fixture.build.field();
    const { images } = await fixture.as('wren').addFieldImage({ id: one.id, base64: PNG, path: 'a.png' });
    const imageId = images[0]!.id;
    await expect(fixture.as('wren').removeFieldImage({ id: two.id, imageId })).rejects.toBeProblem('notFound');
    await expect(
      fixture.as('wren').addFieldImage({ id: two.id, base64: PNG, path: 'a.png', imageId }),
    ).rejects.toBeProblem('alreadyExists');
    const nothing = fixture.application.ports.ids.next(0);
    await expect(fixture.as('wren').addFieldImage({ id: nothing, base64: PNG, path: 'a.png' })).rejects.toBeProblem(
      'notFound',
    );
  });
});
