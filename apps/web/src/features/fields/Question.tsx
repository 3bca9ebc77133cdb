import type { Field, FieldResponse, FieldsTemplate } from '@holdfast/contract';
import { Badge, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { type ComponentType, memo, type ReactNode, Suspense, useId } from 'react';
import { part } from '../../lib/parts.ts';
import { t } from '../../lib/texts/index.ts';
import { DEVICE_ZONE, momentNow } from '../../lib/display/zonedNow.ts';
import { RenderWhenNear } from '../../ui/RenderWhenNear.tsx';
import { SaveMark } from '../../ui/indicators/SaveMark.tsx';
import { type Answer, answerTo, type FieldTypeName, isRequiredEmpty, recordedText } from './answers.ts';
import {
  type ControlProps,
  MultiSelectControl,
  NumberControl,
  SelectControl,
  TextControl,
  YesNoControl,
} from './controls.tsx';
import { COMING } from './nextQuestion.ts';
import { type Answering, isSameAnswer, type LiveAnswer, useAnswering } from './owner.tsx';
import classes from './Question.module.css';
import { Subfields } from './Subfields.tsx';
import type { RuledQuestion } from './ruledQuestion.ts';

const DateControl = part(async () => ({ default: (await import('./DateControls.tsx')).DateControl }));
const DatetimeControl = part(async () => ({ default: (await import('./DateControls.tsx')).DatetimeControl }));

const controls: Record<FieldTypeName, ComponentType<ControlProps>> = {
  Checkbox: YesNoControl,
  Date: DateControl,
  Datetime: DatetimeControl,
  'Multi-select': MultiSelectControl,
  Select: SelectControl,
  Text: TextControl,
  Number: NumberControl,
  'Select with subfields': SelectControl,
};

const RuledQuestions = part(() => import('./RuledQuestions.tsx'));

/** The questions of a template or of an option. If they have rules, these decide which questions are shown. */
export function QuestionList({
  template,
  parentFieldOptionId = null,
  awaited,
}: {
  template: FieldsTemplate;
  parentFieldOptionId?: string | null;
  /** Class of a question whose control is rendered only when it is near the visible area; undefined: all controls are rendered at once. */
  awaited?: string | undefined;
}) {
  const isRuled = template.evidence.length > 0 || template.fields.some(({ rules }) => rules !== null);
  if (isRuled)
    return (
      <Suspense fallback={<Skeleton height={42} {...COMING} />}>
        <RuledQuestions template={template} parentFieldOptionId={parentFieldOptionId} render={renderRuled} />
      </Suspense>
    );
  return template.fields.map((field) => {
    const question = <Question key={field.id} field={field} parentFieldOptionId={parentFieldOptionId} />;
    return awaited === undefined ? (
      question
    ) : (
      <RenderWhenNear key={field.id} words={field.name} className={awaited}>
        {question}
      </RenderWhenNear>
    );
  });
}

function renderRuled(question: RuledQuestion): ReactNode {
  return <Question key={question.field.id} {...question} />;
}

const NOTHING: readonly FieldResponse[] = [];

/** A question with its control, its help, and the state of its save. */
export const Question = memo(function Question({
  field,
  parentFieldOptionId = null,
  calculated,
  below,
}: {
  field: Field;
  parentFieldOptionId?: string | null;
  /** The calculated answer, which cannot be edited. */
  calculated?: Answer | undefined;
  /** Warnings and proposals under the control. */
  below?: ReactNode;
}) {
  const { liveAnswer, about = '', delayMs, timeZone, lastTime = NOTHING, itemId, readOnly } = useAnswering();
  const live = liveAnswer(field.id, parentFieldOptionId);
  return (
    <ShownQuestion
      field={field}
      live={calculated === undefined ? live : { ...live, answer: calculated }}
      before={answerTo(lastTime, field.id, parentFieldOptionId).displayValue}
      readOnly={readOnly || calculated !== undefined}
      {...{ about, itemId, delayMs, timeZone, below }}
    />
  );
});

type ShownProps = Pick<Answering, 'delayMs' | 'timeZone' | 'readOnly'> & {
  field: Field;
  live: LiveAnswer;
  /** The answer of the previous inspection; empty: none. */
  before: string;
  about: string;
  itemId: string | undefined;
  below: ReactNode;
};

/** Every save renders all questions of a form again, because it may change the state of each answer. What they show is rendered if it differs. */
const ShownQuestion = memo(function ShownQuestion({
  field,
  live,
  before,
  about,
  itemId,
  delayMs,
  timeZone,
  readOnly,
  below,
}: ShownProps) {
  const { answer, asked, state, reason, conflict, give, retry, discard } = live;
  const id = useId();
  const Control = controls[field.fieldType.name as FieldTypeName] as ComponentType<ControlProps> | undefined;
  const recorded = recordedText(field, answer);
  const isMissing = !readOnly && isRequiredEmpty(field, answer.value);
  return (
    <div
      className={classes['question']}
      data-question={answer.value === '' && !readOnly ? 'open' : 'answered'}
      data-fixed={readOnly || undefined}
      data-wide={field.fieldType.name === 'Select with subfields' || undefined}
    >
      <div className={classes['head']}>
        <span id={`${id}-label`} className={classes['name']}>
          {field.name}
        </span>
        {isMissing && (
          <Badge variant="outline" color="gray" className={classes['required'] ?? ''} id={`${id}-required`}>
            {t('fields.required')}
          </Badge>
        )}
      </div>
      {field.description !== '' && (
        <p className={classes['help']} id={`${id}-help`}>
          {field.description}
        </p>
      )}
      {field.images.length > 0 && (
        <div className={classes['pictures']}>
          {field.images.map(({ id: imageId, filename }) => (
            <a key={imageId} href={pictureUrl(imageId, filename)} target="_blank" rel="noreferrer">
              <img
                src={`${pictureUrl(imageId, filename)}?size=320`}
                height={96}
                loading="lazy"
                alt={t('fields.picture', { question: field.name })}
              />
            </a>
          ))}
        </div>
      )}
      {Control === undefined ? (
        <Text c="dimmed" fs="italic">
          {t('fields.unsupported')}
        </Text>
      ) : (
        <Suspense fallback={<Skeleton height={48} {...COMING} />}>
          <Control
            field={field}
            about={about}
            itemId={itemId}
            answer={answer}
            labelId={`${id}-label`}
            describedBy={`${isMissing ? `${id}-required` : ''} ${field.description === '' ? '' : `${id}-help`}`.trim()}
            invalid={state === 'refused'}
            readOnly={readOnly}
            delayMs={delayMs}
            timeZone={timeZone}
            onGive={(next) => give(next, field.name)}
          />
        </Suspense>
      )}
      {/* Not a part of its control, which is loaded later: the layout would shift. */}
      {field.fieldType.name === 'Datetime' && <ZoneHint timeZone={timeZone} />}
      {below}
      {asked !== '' && asked !== field.name && (
        <Text size="sm" c="dimmed">
          {t('fields.askedAs', { question: asked })}
        </Text>
      )}
      {recorded !== null && (
        <Text size="sm" c="dimmed">
          {t('fields.recordedAs', { answer: recorded })}
        </Text>
      )}
      {before !== '' && (
        <p className={classes['before']}>
          <IconHistory size={15} aria-hidden /> {t('items.lastTimeAnswer', { answer: before })}
        </p>
      )}
      <SaveMark
        state={state}
        {...(reason === undefined ? {} : { reason })}
        conflict={conflict}
        yours={answer.displayValue}
        onRetry={retry}
        onDiscard={discard}
      />
      {field.fieldType.name === 'Select with subfields' && (
        <Subfields key={about} field={field} chosenId={answer.value}>
          {(template, optionId) => <QuestionList key={optionId} template={template} parentFieldOptionId={optionId} />}
        </Subfields>
      )}
    </div>
  );
}, isSame);

function isSame({ live: a, ...before }: ShownProps, { live: b, ...after }: ShownProps): boolean {
  return (
    isSameAnswer(a, b) &&
    (Object.keys(after) as (keyof typeof after)[]).every((name) => Object.is(before[name], after[name]))
  );
}

/** The time zone of a moment, where it is not that of this device, in which notes, photos and the history are shown. */
function ZoneHint({ timeZone }: { timeZone: string }) {
  if (momentNow(timeZone) === momentNow(DEVICE_ZONE)) return null;
  return <p className={classes['zone']}>{t('fields.zone', { zone: timeZone.replaceAll('_', ' ') })}</p>;
}

/** Returns the address of the picture that explains a question: its id with the extension of its file name (FLDS-22). */
function pictureUrl(id: string, filename: string): string {
  return `/field-images/${id}${/\.[^./\\]+$/.exec(filename)?.[0] ?? ''}`;
}

/** Questions that were removed from the template, with their earlier answers (product decision 19). */
export function RemovedQuestions({
  fields,
  responses,
}: {
  fields: readonly Field[];
  responses: readonly FieldResponse[];
}) {
  return (
    <Stack gap="xs">
      {fields.map(({ id, name }) => (
        <Group key={id} gap="md" align="baseline">
          <Text c="dimmed">
            {responses.find(({ fieldId, question }) => fieldId === id && question !== '')?.question ?? name}
          </Text>
          <Text>
            {responses
              .filter(({ fieldId, deletedAt }) => fieldId === id && deletedAt === null)
              .map(({ displayValue }) => displayValue)
              .join(', ')}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
