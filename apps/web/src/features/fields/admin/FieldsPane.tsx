import type { Field } from '@holdfast/contract';
import { Button, Group, Paper, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../../lib/texts/administration.ts';
import { SortableList } from '../../../ui/admin/SortableList.tsx';
import { useMedia } from '../../../ui/hooks/useMedia.ts';
import { Empty } from '../../../ui/states.tsx';
import classes from './TemplateEditor.module.css';

/** Windows in which the button that adds a question is below the questions. */
const PHONE = '(max-width: 48em)';

/** The questions of a template in order, with the button that adds one. */
export function FieldsPane({
  fields,
  isReady,
  onAdd,
  onMove,
  renderHead,
  renderBody,
  children,
}: {
  fields: readonly Field[];
  /** False while the types of fields are being loaded, which a new one needs. */
  isReady: boolean;
  onAdd(): void;
  onMove(from: number, to: number): void;
  renderHead(field: Field): ReactNode;
  /** Renders the open question below its head. */
  renderBody(field: Field, index: number): ReactNode;
  /** Content below the questions. */
  children?: ReactNode;
}) {
  const isPhone = useMedia(PHONE);
  const add = (
    <Button
      variant="default"
      fullWidth={isPhone}
      leftSection={<IconPlus size={18} aria-hidden />}
      loading={!isReady}
      onClick={onAdd}
    >
      {t('adminFields.add')}
    </Button>
  );
  return (
    <Paper component="section" aria-label={t('adminFields.fields')} className={classes['pane'] ?? ''}>
      <Group justify="space-between" className={classes['paneHead'] ?? ''}>
        <Title order={2}>{t('adminFields.fieldCount', { count: fields.length })}</Title>
        {!isPhone && add}
      </Group>
      {fields.length === 0 ? (
        <Empty title={t('adminFields.noFields')} hint={t('adminFields.noFieldsHint')} />
      ) : (
        <SortableList
          label={t('adminFields.fields')}
          entries={fields}
          onMove={onMove}
          renderHead={renderHead}
          renderBody={renderBody}
        />
      )}
      {isPhone && <div className={classes['paneFoot']}>{add}</div>}
      {children}
    </Paper>
  );
}
