import { Button, Group, Loader, Select, Switch, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconCamera, IconCameraOff, IconCheck, IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { type CameraTextKey, t } from '../../lib/texts/camera.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { Empty } from '../../ui/states.tsx';
import { BlobPicture } from './BlobPicture.tsx';
import { type CameraProblem, type RunningCamera, shoot, startCamera, stopCamera, problemOf } from './camera.ts';
import classes from './CameraScreen.module.css';

/** Key under which this browser stores whether photos are used without a confirmation. */
const BURST = 'holdfast:burst';

const PROBLEMS: Record<CameraProblem, { title: CameraTextKey; hint?: CameraTextKey }> = {
  none: { title: 'camera.none', hint: 'camera.noneHint' },
  refused: { title: 'camera.refused', hint: 'camera.refusedHint' },
  busy: { title: 'camera.busy', hint: 'camera.busyHint' },
  failed: { title: 'camera.failed' },
};

/**
 * Takes photos one after another, with the shutter within reach of the thumb. Each shot is used or taken again; in burst mode it is used
 * at once.
 */
export default function CameraScreen({ onPhoto, onClose }: { onPhoto(photo: File): void; onClose(): void }) {
  const { camera, problem, choose, tryAgain } = useCamera();
  const video = useRef<HTMLVideoElement>(null);
  const shutter = useRef<HTMLButtonElement>(null);
  const [seen, setSeen] = useState<RunningCamera | null>(null);
  const [shot, setShot] = useState<File | null>(null);
  const [taken, setTaken] = useState(0);
  const [isBurst, setBurst] = useLocalStorage({ key: BURST, defaultValue: false, getInitialValueInEffect: false });
  const ready = camera !== null && seen === camera;

  useEffect(() => {
    if (video.current !== null) video.current.srcObject = camera?.stream ?? null;
  }, [camera]);

  // The shutter has the focus, so that it can be pressed by key.
  const aiming = ready && shot === null;
  useEffect(() => {
    if (aiming) shutter.current?.focus();
  }, [aiming]);

  const keep = (photo: File): void => {
    onPhoto(photo);
    setTaken((count) => count + 1);
  };
  const take = async (): Promise<void> => {
    if (video.current === null) return;
    const photo = await shoot(video.current);
    if (isBurst) keep(photo);
    else setShot(photo);
  };
  const use = (): void => {
    if (shot === null) return;
    keep(shot);
    setShot(null);
  };

  // A shot is never lost by leaving: leaving returns to the camera first.
  const leave = (): void => {
    if (shot === null) onClose();
    else setShot(null);
  };

  return (
    <Dialog opened onClose={leave} fullscreen hideClose title={t('camera.title')}>
      <div
        className={classes['screen']}
        onKeyDown={(event) => {
          const isInList = event.target instanceof Element && event.target.ariaExpanded === 'true';
          if (event.key === 'Escape' && !isInList) leave();
        }}
      >
        {problem !== null ? (
          <div className={classes['problem']} role="alert">
            <Empty
              icon={<IconCameraOff size={40} aria-hidden />}
              title={t(PROBLEMS[problem].title)}
              {...(PROBLEMS[problem].hint === undefined ? {} : { hint: t(PROBLEMS[problem].hint) })}
              action={
                <Button mt="sm" leftSection={<IconRefresh size={20} aria-hidden />} onClick={tryAgain}>
                  {t('actions.retry')}
                </Button>
              }
            />
          </div>
        ) : (
          <div className={classes['finder']}>
            <video
              ref={video}
              className={classes['picture']}
              aria-label={t('camera.live')}
              autoPlay
              muted
              playsInline
              onLoadedData={() => setSeen(camera)}
            />
            {shot !== null && <BlobPicture className={classes['picture']} bytes={shot} alt={t('camera.shot')} />}
            {/* Flashes at each photo that is kept without a confirmation. */}
            {isBurst && taken > 0 && <div key={taken} className={classes['flash']} aria-hidden />}
            {!ready && shot === null && (
              <Loader
                className={classes['wait'] ?? ''}
                color="gray.3"
                role="status"
                aria-label={t('camera.starting')}
              />
            )}
          </div>
        )}
        <div className={classes['controls']}>
          {/* Keeps its height at every moment, so that the picture does not move when a photo is taken. */}
          <div className={classes['device']} data-still={shot !== null || undefined}>
            {camera !== null && camera.devices.length > 1 && (
              <Select
                size="md"
                aria-label={t('camera.device')}
                allowDeselect={false}
                data={camera.devices.map(({ deviceId, label }, index) => ({
                  value: deviceId,
                  label: label === '' ? `${t('camera.device')} ${index + 1}` : label,
                }))}
                value={camera.deviceId}
                onChange={(id) => id !== null && choose(id)}
              />
            )}
            {problem === null && (
              <Switch
                size="lg"
                checked={isBurst}
                onChange={(event) => setBurst(event.currentTarget.checked)}
                label={t('camera.burst')}
              />
            )}
            <Text size="sm" role="status">
              {taken > 0 && t('camera.taken', { count: taken })}
            </Text>
          </div>
          <Group gap="sm" justify="center" wrap="nowrap" className={classes['buttons'] ?? ''}>
            {shot === null ? (
              <>
                <Button variant="default" onClick={onClose}>
                  {taken > 0 ? t('camera.done') : t('actions.cancel')}
                </Button>
                {problem === null && (
                  <Button
                    ref={shutter}
                    className={classes['shutter'] ?? ''}
                    leftSection={<IconCamera size={26} aria-hidden />}
                    disabled={!ready}
                    onClick={() => void take()}
                  >
                    {t('camera.take')}
                  </Button>
                )}
              </>
            ) : (
              <>
                <Button variant="default" onClick={() => setShot(null)}>
                  {t('camera.again')}
                </Button>
                <Button
                  autoFocus
                  className={classes['shutter'] ?? ''}
                  leftSection={<IconCheck size={26} aria-hidden />}
                  onClick={use}
                >
                  {t('camera.use')}
                </Button>
              </>
            )}
          </Group>
        </div>
      </div>
    </Dialog>
  );
}

/** Result of opening a camera. */
interface Outcome {
  of: object;
  camera: RunningCamera | null;
  problem: CameraProblem | null;
}

/** A camera that runs while the component is mounted, and is stopped with it. */
function useCamera(): {
  camera: RunningCamera | null;
  problem: CameraProblem | null;
  choose(deviceId: string): void;
  tryAgain(): void;
} {
  const [wanted, setWanted] = useState<{ deviceId: string | null }>({ deviceId: null });
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    let stream: MediaStream | null = null;
    let gone = false;
    const start = async (): Promise<void> => {
      try {
        const camera = await startCamera(wanted.deviceId);
        stream = camera.stream;
        if (gone) stopCamera(stream);
        else setOutcome({ of: wanted, camera, problem: null });
      } catch (error) {
        if (!gone) setOutcome({ of: wanted, camera: null, problem: problemOf(error) });
      }
    };
    void start();
    return () => {
      gone = true;
      if (stream !== null) stopCamera(stream);
    };
  }, [wanted]);
  return {
    camera: outcome?.of === wanted ? outcome.camera : null,
    problem: outcome?.of === wanted ? outcome.problem : null,
    choose: (deviceId) => setWanted({ deviceId }),
    tryAgain: () => setWanted({ deviceId: null }),
  };
}
