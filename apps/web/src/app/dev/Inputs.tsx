import { MultiSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { NumberTyping } from '../../lib/display/numbers.ts';
import { ChoiceBar } from '../../ui/inputs/ChoiceBar.tsx';
import { CoordinateField, typedPlace } from '../../ui/inputs/CoordinateField.tsx';
import { DayInput } from '../../ui/inputs/DayInput.tsx';
import { GrowingText } from '../../ui/inputs/GrowingText.tsx';
import { LateSelect } from '../../ui/inputs/LateSelect.tsx';
import { NumberField } from '../../ui/inputs/NumberField.tsx';
import { PickList } from '../../ui/inputs/PickList.tsx';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import { YesNo } from '../../ui/inputs/YesNo.tsx';
import { APPEARANCES } from './appearances.ts';
import { ignore, Shown, State } from './Shown.tsx';
import '@mantine/dates/styles.css';

const PLACES = ['Derrick', 'Crown', 'Monkey board', 'Drill floor'].map((label, at) => ({
  key: label,
  id: label,
  label,
  depth: at === 1 || at === 2 ? 1 : 0,
  ...(at === 3 && { taken: 'Already in this inspection' }),
}));
const CHOICES = APPEARANCES.map((appearance, at) => ({ value: appearance.shape, appearance, keyHint: String(at) }));
const SHORT = 'Renew';
const LONG = 'Weld cracked over 40 mm at the upper lug.\nSecured with a second wire until it is renewed.';

/** Inputs: empty, filled, invalid, read-only. */
export function Inputs() {
  const [words, setWords] = useState('');
  return (
    <>
      <Shown name="Text">
        <State name="TextInput">
          <TextInput size="md" label="Item Name" required placeholder="Floodlight" />
        </State>
        <State name="wrong">
          <TextInput size="md" label="Item Name" required error="Enter a name." />
        </State>
        <State name="read only">
          <TextInput size="md" label="Item Name" readOnly value="Floodlight, LED twin" />
        </State>
        <State name="PasswordInput">
          <PasswordInput size="md" label="Password" />
        </State>
        <State name="Textarea">
          <Textarea size="md" aria-label="Note" autosize minRows={3} defaultValue={LONG} />
        </State>
      </Shown>
      <Shown name="GrowingText">
        <State name="one line">
          <GrowingText maxRows={6} aria-label="Recommendation" value={SHORT} onChange={ignore} />
        </State>
        <State name="several lines">
          <GrowingText maxRows={6} aria-label="Recommendation" value={LONG} onChange={ignore} />
        </State>
        <State name="not saved">
          <GrowingText maxRows={6} aria-label="Recommendation" error value={SHORT} onChange={ignore} />
        </State>
      </Shown>
      <Shown name="NumberField">
        <State name="with its unit">
          <ShownNumber text="12.5" unit="kg" />
        </State>
        <State name="typed with a comma">
          <ShownNumber text="12,5" unit="kg" />
        </State>
        <State name="refused a letter">
          <ShownNumber text="12" refused="x" />
        </State>
        <State name="no number">
          <ShownNumber text="-" />
        </State>
      </Shown>
      <Shown name="CoordinateField">
        {(['53.7104', '53°42.6′ N', '53.71 N, 2.34 E', '153', 'Tarn'] as const).map((text) => (
          <State key={text} name={text}>
            <CoordinateField
              label="Latitude"
              required
              axis="latitude"
              place={{ ...typedPlace({ latitude: null, longitude: null }), latitude: { text } }}
              onTyping={ignore}
            />
          </State>
        ))}
      </Shown>
      <Shown name="DayInput">
        <State name="empty">
          <DayInput label="Start date" value={null} onChange={ignore} />
        </State>
        <State name="chosen">
          <DayInput label="Start date" value={1_763_251_200} onChange={ignore} />
        </State>
        <State name="read only">
          <DayInput label="Start date" readOnly value={1_763_251_200} onChange={ignore} />
        </State>
      </Shown>
      <Shown name="Select">
        <State name="empty">
          <LateSelect label="Access method" placeholder="Select..." data={['Ladder', 'Rope']} />
        </State>
        <State name="chosen">
          <LateSelect label="Access method" clearable defaultValue="Rope" data={['Ladder', 'Rope']} />
        </State>
        <State name="several">
          <MultiSelect
            size="md"
            label="Findings"
            clearable
            defaultValue={['Corrosion', 'Loose bolt']}
            data={['Corrosion', 'Loose bolt', 'Crack']}
          />
        </State>
        <State name="disabled">
          <LateSelect label="Access method" disabled defaultValue="Rope" data={['Ladder', 'Rope']} />
        </State>
      </Shown>
      <Shown name="YesNo">
        <State name="yes">
          <ShownYesNo name="yes" value />
        </State>
        <State name="no">
          <ShownYesNo name="no" value={false} />
        </State>
        <State name="not answered">
          <ShownYesNo name="open" isAnswered={false} />
        </State>
        <State name="read only">
          <ShownYesNo name="fixed" value disabled />
        </State>
      </Shown>
      <Shown name="ChoiceBar" isWide>
        {APPEARANCES.map(({ shape, label }) => (
          <State key={shape} name={label}>
            <ChoiceBar label={`Condition: ${label}`} choices={CHOICES} value={shape} onChoose={ignore} />
          </State>
        ))}
        <State name="disabled">
          <ChoiceBar label="Condition, disabled" choices={CHOICES} value="check" disabled onChoose={ignore} />
        </State>
      </Shown>
      <Shown name="SearchInput and PickList">
        <State name="SearchInput">
          <SearchInput label="Search items" value={words} onChange={setWords} />
        </State>
        <State name="PickList">
          <PickList label="Location" picks={PLACES} indentPx={20} value="Crown" onPick={ignore} />
        </State>
      </Shown>
    </>
  );
}

function ShownNumber({ text, refused = '', unit = '' }: Partial<NumberTyping> & { text: string; unit?: string }) {
  const [typing, setTyping] = useState({ text, refused });
  return <NumberField aria-label={`Weight ${text}`} unit={unit} typing={typing} onTyping={setTyping} />;
}

function ShownYesNo({
  name,
  value = false,
  isAnswered = true,
  disabled = false,
}: {
  name: string;
  value?: boolean;
  isAnswered?: boolean;
  disabled?: boolean;
}) {
  return (
    <>
      <span id={`yes-no-${name}`}>Corrected on site</span>
      <YesNo
        labelledBy={`yes-no-${name}`}
        value={value}
        isAnswered={isAnswered}
        disabled={disabled}
        onChoose={ignore}
      />
    </>
  );
}
