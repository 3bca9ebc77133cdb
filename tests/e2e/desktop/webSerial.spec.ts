import type { Page } from '@playwright/test';
import { tslSim, type TslSim } from '@holdfast/rfid/testing';
import { expect, test } from '../fixtures/journey.ts';

const EPC = '3414257BF4000000000016B1';
const TYPED = '34142578F40000000000162D';
const STRANGE = 'E28011606000020A12345678';

/**
 * Adds a serial port with a simulated reader to the browser, which the user may choose. @returns a function that emits bytes of the reader
 */
async function plugIn(page: Page, sim: TslSim): Promise<(bytes: Uint8Array) => Promise<void>> {
  await page.exposeFunction('askReader', (bytes: number[]) => [...sim.receive(Uint8Array.from(bytes))]);
  await page.addInitScript(() => {
    const ask = (window as unknown as { askReader(bytes: number[]): Promise<number[]> }).askReader;
    let granted = false;
    let emit = (_bytes: number[]): void => undefined;
    const port = {
      readable: null as ReadableStream<Uint8Array> | null,
      writable: null as WritableStream<Uint8Array> | null,
      open() {
        port.readable = new ReadableStream({
          start(controller) {
            emit = (bytes) => controller.enqueue(Uint8Array.from(bytes));
          },
        });
        port.writable = new WritableStream({ write: async (bytes) => emit(await ask([...bytes])) });
        return Promise.resolve();
      },
      close() {
        port.readable = null;
        port.writable = null;
        return Promise.resolve();
      },
    };
    const serial = {
      getPorts: () => Promise.resolve(granted ? [port] : []),
      requestPort() {
        granted = true;
        return Promise.resolve(port);
      },
    };
    Object.defineProperty(navigator, 'serial', { value: serial, configurable: true });
    Object.assign(window, { emitReader: (bytes: number[]) => emit(bytes) });
  });
  return (bytes) =>
    page.evaluate((list) => (window as unknown as { emitReader(bytes: number[]): void }).emitReader(list), [...bytes]);
}

test.describe('an RFID reader in a browser', () => {
  test('is chosen on a serial port, opens the item of a tag, and offers to attach an unknown tag to the item on screen', async ({
    page,
    company,
    rig,
    openItem,
    item,
  }) => {
    await company.maren.call('setTag', { itemId: rig.items['Padeye, port']!, tag: EPC });
    const sim = tslSim({ serial: '1128-EU-000009' });
    const emit = await plugIn(page, sim);
    await openItem('Gas detector, doghouse');
    await expect(item.title).toHaveText(/Gas detector, doghouse/);
    // The page shows nothing about readers until one is chosen.
    await expect(page.getByRole('button', { name: /RFID/ })).toHaveCount(0);
    await page.getByRole('button', { name: /^Menu of/ }).click();
    await page.getByRole('menuitem', { name: 'Connect an RFID reader' }).click();
    await expect(page.getByRole('button', { name: 'RFID reader 1128-EU-000009' })).toBeVisible({ timeout: 15_000 });

    sim.tags = [{ epc: STRANGE, rssi: -30 }];
    await emit(sim.trigger());
    const offer = page.getByRole('button', { name: 'Attach to Gas detector, doghouse' });
    await expect(offer).toBeVisible();
    // The tag is out of range: otherwise the open dialog would attach it.
    sim.tags = [];
    await offer.click();
    const dialog = page.getByRole('dialog', { name: 'RFID tag' });
    await expect(dialog.getByRole('textbox', { name: 'Tag number' })).toHaveValue(STRANGE);
    await dialog.getByRole('button', { name: 'Attach tag' }).click();
    await expect(dialog.getByText('E280 1160 6000 020A 1234 5678')).toBeVisible();

    // A tag of another item is moved only after a confirmation that names that item.
    await dialog.getByRole('textbox', { name: 'Tag number' }).fill(EPC);
    await dialog.getByRole('button', { name: 'Attach tag' }).click();
    await page.getByRole('dialog', { name: 'Attach tag' }).getByRole('button', { name: 'Overwrite tag' }).click();
    const conflict = page.getByRole('dialog', { name: 'Attach tag' });
    await expect(conflict).toContainText('Padeye, port carries this tag');
    await conflict.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    sim.tags = [{ epc: EPC, rssi: -30 }];
    await emit(sim.trigger());
    await expect(item.title).toHaveText(/Padeye, port/);
  });

  test('that types like a keyboard opens the item of a tag, and leaves no digits in the field with the focus', async ({
    page,
    company,
    rig,
    as,
    dashboard,
    inspection,
    item,
  }) => {
    await company.maren.call('setTag', { itemId: rig.items['Padeye, port']!, tag: TYPED });
    await as(company.maren);
    await dashboard.openInspection(rig.installationName, 'Dropped Object Survey');
    const search = page.getByRole('searchbox', { name: 'Search items' });
    await search.fill('a');
    // As fast as a reader, which the browser driver cannot type on a busy computer.
    await search.evaluate((field: HTMLInputElement, digits) => {
      const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
      const keys = [...digits.split(''), 'Enter'].map(
        (key) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      );
      for (const event of keys) {
        if (!field.dispatchEvent(event) || event.key === 'Enter') continue;
        setValue.call(field, field.value + event.key);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }, TYPED);
    await expect(item.title).toHaveText(/Padeye, port/);
    await item.back.click();
    await expect(inspection.row('Padeye, port')).toBeVisible();
    await expect(search).toHaveValue('a');
  });
});
