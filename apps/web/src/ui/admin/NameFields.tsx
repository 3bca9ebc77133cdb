import { TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useIsNewRecord, useNameTypedAhead } from '../../lib/navigation/useCreate.ts';
import { t } from '../../lib/texts/administration.ts';
import classes from './NameFields.module.css';

/** The required name of a record, and its short name. */
export function NameFields({
  name,
  shortName,
  onChange,
}: {
  name: string;
  shortName: string;
  onChange(part: { name: string } | { shortName: string }): void;
}) {
  return (
    <div className={classes['names']}>
      <NameField name={name} onChange={(to) => onChange({ name: to })} />
      <TextInput
        size="md"
        label={t('admin.shortName')}
        maxLength={300}
        value={shortName}
        onChange={(event) => onChange({ shortName: event.currentTarget.value })}
      />
    </div>
  );
}

/** The required name of a record. The proposed name of a new one is selected, so that typing replaces it. */
export function NameField({ name, onChange }: { name: string; onChange(name: string): void }) {
  const isNew = useIsNewRecord();
  const isUntouched = useRef(true);
  useNameTypedAhead(isNew, onChange);
  return (
    <TextInput
      size="md"
      label={t('admin.name')}
      required
      maxLength={300}
      value={name}
      error={name.trim() === '' ? t('admin.nameNeeded') : null}
      autoFocus={isNew}
      onFocus={(event) => {
        if (isNew && isUntouched.current) event.currentTarget.select();
        isUntouched.current = false;
      }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
