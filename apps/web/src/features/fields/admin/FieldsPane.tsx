import type { Field, RuleFault } from '@holdfast/contract';
import { Button, Group, Paper, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../../lib/texts/administration.ts';
import { SortableList } from '../../../ui/admin/SortableList.tsx';
import { useMedia } from '../../../ui/hooks/useMedia.ts';
import { Empty } from '../../../ui/states.tsx';
import { FieldHead } from './FieldPanel.tsx';
import classes from './TemplateEditor.module.css';

/** Windows in which the button that adds a question is below the questions. */
const PHONE = '(max-width: 48em)';

const NONE: ReadonlySet<string> = new Set();

/** The questions of a template in order, with the button that adds one. */
export function FieldsPane({
  fields,
  isReady,
  onAdd,
  onMove,
  openId,
  changed = NONE,
  faults,
  onToggle,
  renderBody,
  children,
}: {
  fields: readonly Field[];
  /** False while the types of fields are being loaded, which a new one needs. */
  isReady: boolean;
  onAdd(): void;
  onMove(from: number, to: number): void;
  /** The question whose panel is open. */
  openId: string | null;
  /** Ids of the questions with changes that are marked as not saved. */
  changed?: ReadonlySet<string>;
  /** Errors in the rules of the template. */
  faults: readonly RuleFault[];
  /** Opens the panel of a question, or closes it. Must be the same function in every render. */
  onToggle(fieldId: string): void;
  /** Renders the panel of the open question. */
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
          renderHead={({ id, name, required, fieldType }) => (
            <FieldHead
              id={id}
              name={name}
              type={fieldType.name}
              isRequired={required}
              isOpen={openId === id}
              isChanged={changed.has(id)}
              isFaulty={faults.some(({ fieldId }) => fieldId === id)}
              onToggle={onToggle}
            />
          )}
          renderBody={(field, index) => (openId === field.id ? renderBody(field, index) : null)}
        />
      )}
      {isPhone && <div className={classes['paneFoot']}>{add}</div>}
      {children}
    </Paper>
  );
}
