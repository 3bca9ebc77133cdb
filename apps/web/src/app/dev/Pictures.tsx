import { Group, Paper } from '@mantine/core';
import { Calm, NoInstallation, NothingFound } from '../../ui/illustrations.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Page, TwoColumns } from '../../ui/Page.tsx';
import { PictureField, type PictureTexts } from '../../ui/PictureField.tsx';
import { ProgressRing } from '../../ui/indicators/ProgressRing.tsx';
import { StackedBar } from '../../ui/indicators/StackedBar.tsx';
import { StatusDot } from '../../ui/indicators/StatusDot.tsx';
import { APPEARANCES } from './appearances.ts';
import { Shown, State } from './Shown.tsx';
import mark from '../../ui/mark.svg';

const PICTURE: PictureTexts = {
  label: 'Logo',
  hint: 'PNG or JPEG.',
  alt: 'The logo',
  choose: 'Add logo',
  replace: 'Replace logo',
  remove: 'Remove logo',
};
const nothing = (): void => undefined;

const SHARES = [
  { name: 'nothing checked', counts: [0, 0, 0, 0], total: 50 },
  { name: 'some checked', counts: [20, 4, 2, 1], total: 50 },
  { name: 'all fit', counts: [50, 0, 0, 0], total: 50 },
  { name: 'one of many', counts: [1, 0, 0, 0], total: 420 },
];

/** Conditions, progress, drawings and the columns of a page. */
export function Pictures() {
  return (
    <>
      <Shown name="StatusDot">
        {[16, 20, 26].map((size) => (
          <State key={size} name={`${size} px`}>
            <Group gap="xs">
              {APPEARANCES.map((appearance) => (
                <StatusDot key={appearance.shape} appearance={appearance} size={size} />
              ))}
            </Group>
          </State>
        ))}
      </Shown>
      <Shown name="PictureField">
        <State name="Empty">
          <PictureField words={PICTURE} source={null} isBusy={false} failure={null} onChoose={nothing} />
        </State>
        <State name="Chosen">
          <PictureField words={PICTURE} source={mark} isBusy={false} failure={null} onChoose={nothing} />
        </State>
        <State name="Refused">
          <PictureField
            words={PICTURE}
            source={null}
            isBusy={false}
            failure="This is not a picture."
            onChoose={nothing}
          />
        </State>
      </Shown>
      <Shown name="StackedBar and ProgressRing">
        {SHARES.map(({ name, counts, total }) => {
          const parts = counts.map((count, at) => ({
            label: APPEARANCES[at]!.label,
            color: APPEARANCES[at]!.color,
            count,
          }));
          return (
            <State key={name} name={name}>
              <Group wrap="nowrap">
                <div style={{ width: 44, flex: 'none' }}>
                  <ProgressRing parts={parts} total={total} label={`Ring: ${name}`} />
                </div>
                <div style={{ flex: 1 }}>
                  <StackedBar parts={parts} total={total} label={`Bar: ${name}`} />
                </div>
              </Group>
            </State>
          );
        })}
      </Shown>
      <Shown name="Logo and illustrations">
        <State name="Logo">
          <Logo size={72} />
        </State>
        <State name="Calm">
          <Calm />
        </State>
        <State name="NothingFound">
          <NothingFound />
        </State>
        <State name="NoInstallation">
          <NoInstallation />
        </State>
      </Shown>
      <Page>
        <TwoColumns main={<Paper p="md">TwoColumns: wide</Paper>} side={<Paper p="md">narrow</Paper>} />
      </Page>
    </>
  );
}
