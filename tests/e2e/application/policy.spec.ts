import { expect, test } from '../fixtures/journey.ts';

test('the page refuses every attempt to turn a text into HTML or a script @agent', async ({ as, company, context }) => {
  await as(company.maren);
  // A separate page: on the page of the journey no refusal is allowed.
  const page = await context.newPage();
  await page.goto('/');
  await page.locator('#root').waitFor();
  const errors = await page.evaluate(() => {
    const attempt = (put: () => unknown): string => {
      try {
        put();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    return {
      html: attempt(() => (document.createElement('div').innerHTML = '<img src="/x" onerror="alert(1)">')),
      script: attempt(() => (document.createElement('script').text = 'alert(1)')),
      address: attempt(() => (document.createElement('script').src = '/assets/x.js')),
      words: attempt(() => (document.createElement('div').innerHTML = 'Shackle, 12 t')),
    };
  });
  expect(errors).toEqual({ html: 'TypeError', script: 'TypeError', address: 'TypeError', words: 'done' });
});

test('a page may use the camera and the microphone, for QR codes and dictation, but not the position', async ({
  login,
  page,
}) => {
  await login.open();
  const allowed = await page.evaluate(() => {
    const { featurePolicy } = document as unknown as { featurePolicy: { allowsFeature(name: string): boolean } };
    return ['camera', 'microphone', 'geolocation'].filter((name) => featurePolicy.allowsFeature(name));
  });
  expect(allowed).toEqual(['camera', 'microphone']);
});
