// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { mounted } from '../../../../lib/testing/mounted.ts';
import { answered, fetching, refusal, signedInPage } from '../../../../lib/testing/signedInPage.ts';
import { useRegisterExport } from './useRegisterExport.ts';

signedInPage();

/** Starts an export whose answer the test gives later. */
async function started(format: 'xlsx' | 'csv' = 'xlsx') {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:register');
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const show = vi.spyOn(notifications, 'show').mockReturnValue('');
  let answer = (_: Response): void => undefined;
  fetching.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  const register = await mounted(useRegisterExport, undefined);
  expect(register.now.saving).toBeNull();
  let done: Promise<void> | undefined;
  await act(async () => void (done = register.now.save('tarn', format)));
  return {
    register,
    saved,
    show,
    async answered(response: Response): Promise<void> {
      await act(async () => {
        answer(response);
        await done;
      });
    },
  };
}

it('An installation is marked until the browser has its spreadsheet', async () => {
  const { register, saved, show, answered: end } = await started('csv');
  expect(register.now.saving).toBe('tarn');
  expect(fetching.mock.lastCall?.[0]).toMatch(/tarn.*csv/);
  await end(answered('a,b', 'text/csv', 200, { 'content-disposition': 'attachment; filename="Tarn.csv"' }));
  expect([register.now.saving, saved]).toEqual([null, ['Tarn.csv']]);
  expect(show).not.toHaveBeenCalled();
});

it('A refused export shows the reason and can be tried again', async () => {
  const { register, saved, show, answered: end } = await started();
  await end(refusal(403, 'forbidden'));
  expect([register.now.saving, saved]).toEqual([null, []]);
  expect(show.mock.lastCall).toMatchObject([{ color: 'red' }]);
});
