import { describe, expect, it } from 'vitest';
import { objectsOf, placesOf, print } from '../../testing/testReport.ts';

const inBand = (objects: string, attributes = ''): string =>
  `<DataBand Name="D" Width="302.4" Height="60" RowCount="1" ${attributes}>${objects}</DataBand>`;

describe('a radial gauge', () => {
  it('is as wide as high: the last size in the template applies', async () => {
    const { pages } = await print({
      bands: inBand('<RadialGauge Name="A" Width="50" Height="30"/><RadialGauge Name="B" Height="30" Width="50"/>'),
    });
    expect([placesOf(pages[0], 'A'), placesOf(pages[0], 'B')]).toEqual([['0,0,30,30'], ['0,0,50,50']]);
  });

  it('keeps its sides equal when an anchor stretches it', async () => {
    const { pages } = await print({
      bands: inBand(
        '<RadialGauge Name="A" Width="30" Height="30" Anchor="Top, Bottom, Left"/><TextObject Name="T" Left="100" Top="60" Width="50" Height="20" Text="t"/>',
        'CanGrow="true"',
      ),
    });
    expect(placesOf(pages[0], 'A')).toEqual(['0,0,50,50']);
  });
});

describe('a docked barcode', () => {
  it('has the width of its docked side after its size is calculated', async () => {
    const { pages } = await print({
      bands: inBand(
        '<ContainerObject Name="C" Width="140" Height="50"><BarcodeObject Name="B" Width="20" Height="30" Barcode="Code128" Text="ABC-1234" Dock="Bottom"/></ContainerObject>',
      ),
    });
    expect(placesOf(pages[0], 'B')).toEqual(['0,20,140,30']);
  });
});

describe('a picture with AutoSize', () => {
  it('without picture and data keeps its height until it is placed', async () => {
    const { pages } = await print({
      bands: inBand(
        '<PictureObject Name="P" Top="10" Width="40" Height="45" SizeMode="AutoSize"/>',
        'CanShrink="true"',
      ),
    });
    expect(pages[0]?.objects[0]?.height).toBe(55);
    expect(placesOf(pages[0], 'P')).toEqual(['0,10,0,0']);
  });

  it('has the size of its picture at the position given by its anchor or dock, and the full side when it is docked to a band', async () => {
    const picture = (name: string, attributes: string): string =>
      `<PictureObject Name="${name}" Width="40" Height="18" SizeMode="AutoSize" Image="AAAA" ${attributes}/>`;
    const { pages } = await print({
      options: { describeImage: () => ({ format: 'png', width: 30, height: 25 }) },
      bands: inBand(
        picture('Anchored', 'Top="2" Anchor="Top, Bottom, Left"') +
          picture('Stretched', 'Left="60" Top="2" GrowToBottom="true"') +
          `<ContainerObject Name="C" Left="100" Width="50" Height="20">${picture('InBox', 'Dock="Right"')}</ContainerObject>` +
          `<TableObject Name="T" Left="200" Height="20"><TableColumn Name="TC" Width="50"/><TableRow Name="TR" Height="20"><TableCell Name="Cell">${picture('InCell', 'Dock="Fill"')}</TableCell></TableRow></TableObject>` +
          picture('Docked', 'Dock="Right"') +
          '<TextObject Name="G" Left="160" Top="70" Width="20" Height="20" Text="t"/>',
        'CanGrow="true"',
      ),
    });
    const places = ['Anchored', 'Stretched', 'InBox', 'InCell', 'Docked'].map((name) => placesOf(pages[0], name));
    expect(places).toEqual([['0,2,30,25'], ['60,2,30,25'], ['120,0,30,25'], ['200,0,30,25'], ['272.4,0,30,90']]);
  });
});

describe('lines and shapes', () => {
  it('have no border in addition to their pen', async () => {
    const { pages } = await print({
      bands: inBand(
        ['ShapeObject', 'LineObject', 'PolygonObject', 'PolyLineObject', 'ZipCodeObject', 'PictureObject']
          .map((type) => `<${type} Name="${type}" Width="20" Height="20" Border.Lines="All" Border.Shadow="true"/>`)
          .join(''),
      ),
    });
    expect(objectsOf(pages[0]).flatMap(({ name, border }) => (border ? [name] : []))).toEqual(['PictureObject']);
  });
});

describe('a barcode without a text', () => {
  const sizeOf = async (symbology: string, attributes = ''): Promise<string | undefined> => {
    const { pages } = await print({
      bands: `<DataBand Name="D" Width="302.4" Height="60"><BarcodeObject Name="B" Width="100" Height="50" Barcode="${symbology}" Text="" HideIfNoData="false" ${attributes}/></DataBand>`,
    });
    return placesOf(pages[0], 'B')[0]?.replace('0,0,', '');
  };

  it('has the size of the bars around the characters', async () => {
    expect(await sizeOf('Code39')).toBe('47.5,50');
    expect(await sizeOf('Code39', 'Barcode.CalcCheckSum="false"')).toBe('31.25,50');
    expect(await sizeOf('Code93')).toBe('46.25,50');
    expect(await sizeOf('EAN13')).toBe('128.75,50');
    expect(await sizeOf('MSI', 'Angle="90"')).toBe('100,23.75');
    expect(await sizeOf('Datamatrix')).toBe('30,48');
    expect(await sizeOf('2/5 Interleaved', 'Barcode.CalcCheckSum="false"')).toBe('10,50');
  });

  it('keeps its size where the symbology needs a character, and without AutoSize', async () => {
    expect(await sizeOf('Code128')).toBe('100,50');
    expect(await sizeOf('QR Code')).toBe('100,50');
    expect(await sizeOf('2/5 Interleaved')).toBe('100,50');
    expect(await sizeOf('Code39', 'AutoSize="false"')).toBe('100,50');
  });
});
