import { declareWritten } from '../registry.ts';

/** System.Xml.Linq: names, values in XML form, and attributes. */

/** Conversions of elements and attributes to values: the type, and the expression that parses the text. */
const READINGS: readonly (readonly [type: string, reading: string])[] = [
  ['bool', 'System.Xml.XmlConvert.ToBoolean(from.Value.ToLowerInvariant())'],
  ['int', 'System.Xml.XmlConvert.ToInt32(from.Value)'],
  ['uint', 'System.Xml.XmlConvert.ToUInt32(from.Value)'],
  ['long', 'System.Xml.XmlConvert.ToInt64(from.Value)'],
  ['ulong', 'System.Xml.XmlConvert.ToUInt64(from.Value)'],
  ['float', 'System.Xml.XmlConvert.ToSingle(from.Value)'],
  ['double', 'System.Xml.XmlConvert.ToDouble(from.Value)'],
  ['decimal', 'System.Xml.XmlConvert.ToDecimal(from.Value)'],
  ['DateTime', 'DateTime.Parse(from.Value, CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind)'],
  ['DateTimeOffset', 'System.Xml.XmlConvert.ToDateTimeOffset(from.Value)'],
  ['TimeSpan', 'System.Xml.XmlConvert.ToTimeSpan(from.Value)'],
  ['Guid', 'System.Xml.XmlConvert.ToGuid(from.Value)'],
];

/** Returns the cast operators of a class to the types that scripts read from XML. */
export function conversionsOf(type: string, name: string): string {
  const casts = READINGS.flatMap(([target, reading]) => [
    `public static explicit operator ${target}(${type} from) { if (from == null) throw new ArgumentNullException("${name}"); return ${reading}; }`,
    `public static explicit operator ${target}?(${type} from) { if (from == null) return null; return ${reading}; }`,
  ]);
  return [`public static explicit operator string(${type} from) => from == null ? null : from.Value;`, ...casts].join(
    '\n    ',
  );
}

declareWritten('System.Xml', [
  `public class XmlConvert {
    private static readonly char[] Space = { ' ', '\\t', '\\n', '\\r' };
    private const NumberStyles Whole = NumberStyles.AllowLeadingSign | NumberStyles.AllowLeadingWhite | NumberStyles.AllowTrailingWhite;
    private const NumberStyles Real = Whole | NumberStyles.AllowDecimalPoint | NumberStyles.AllowExponent;
    public static string ToString(bool value) => value ? "true" : "false";
    public static string ToString(char value) => value.ToString();
    public static string ToString(int value) => value.ToString(null, CultureInfo.InvariantCulture);
    public static string ToString(long value) => value.ToString(null, CultureInfo.InvariantCulture);
    public static string ToString(decimal value) => value.ToString(null, CultureInfo.InvariantCulture);
    public static string ToString(float value) {
      if (float.IsPositiveInfinity(value)) return "INF";
      return float.IsNegativeInfinity(value) ? "-INF" : value.ToString("R", CultureInfo.InvariantCulture);
    }
    public static string ToString(double value) {
      if (double.IsPositiveInfinity(value)) return "INF";
      return double.IsNegativeInfinity(value) ? "-INF" : value.ToString("R", CultureInfo.InvariantCulture);
    }
    public static string ToString(DateTime value, string format) => value.ToString(format, DateTimeFormatInfo.InvariantInfo);
    public static string ToString(DateTimeOffset value) => value.ToString("yyyy-MM-dd'T'HH:mm:ss.FFFFFFFK", CultureInfo.InvariantCulture).Replace("+00:00", "Z");
    public static string ToString(Guid value) => value.ToString();
    public static string ToString(TimeSpan value) {
      if (value == TimeSpan.Zero) return "PT0S";
      var made = new StringBuilder();
      if (value < TimeSpan.Zero) { made.Append('-'); value = value.Negate(); }
      made.Append('P');
      if (value.Days != 0) made.Append(value.Days).Append('D');
      long part = value.Ticks % 10000000;
      if (value.Hours != 0 || value.Minutes != 0 || value.Seconds != 0 || part != 0) {
        made.Append('T');
        if (value.Hours != 0) made.Append(value.Hours).Append('H');
        if (value.Minutes != 0) made.Append(value.Minutes).Append('M');
        if (value.Seconds != 0 || part != 0) {
          made.Append(value.Seconds);
          if (part != 0) made.Append('.').Append(part.ToString("0000000", CultureInfo.InvariantCulture).TrimEnd('0'));
          made.Append('S');
        }
      }
      return made.ToString();
    }
    public static bool ToBoolean(string s) {
      string given = s.Trim(Space);
      if (given == "1" || given == "true") return true;
      if (given == "0" || given == "false") return false;
      throw new FormatException("The string '" + s + "' is not a valid Boolean value.");
    }
    public static int ToInt32(string s) => int.Parse(s, Whole, CultureInfo.InvariantCulture);
    public static uint ToUInt32(string s) => uint.Parse(s, Whole, CultureInfo.InvariantCulture);
    public static long ToInt64(string s) => long.Parse(s, Whole, CultureInfo.InvariantCulture);
    public static ulong ToUInt64(string s) => ulong.Parse(s, Whole, CultureInfo.InvariantCulture);
    public static decimal ToDecimal(string s) => decimal.Parse(s, Whole | NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture);
    public static double ToDouble(string s) {
      string given = s.Trim(Space);
      if (given == "-INF") return double.NegativeInfinity;
      return given == "INF" ? double.PositiveInfinity : double.Parse(given, Real, CultureInfo.InvariantCulture);
    }
    public static float ToSingle(string s) {
      string given = s.Trim(Space);
      if (given == "-INF") return float.NegativeInfinity;
      return given == "INF" ? float.PositiveInfinity : float.Parse(given, Real, CultureInfo.InvariantCulture);
    }
    public static Guid ToGuid(string s) => new Guid(s);
    public static DateTimeOffset ToDateTimeOffset(string s) {
      if (s == null) throw new ArgumentNullException("s");
      string given = s.Trim(Space);
      foreach (string format in new[] { "yyyy-MM-dd'T'HH:mm:sszzz", "yyyy-MM-dd'T'HH:mm:ss.FFFFFFFzzz", "yyyy-MM-dd'T'HH:mm:ss'Z'", "yyyy-MM-dd'T'HH:mm:ss.FFFFFFF'Z'" })
        if (DateTimeOffset.TryParseExact(given, format, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out DateTimeOffset read)) return read;
      throw new FormatException("The string '" + s + "' is not a valid AllXsd value.");
    }
    public static TimeSpan ToTimeSpan(string s) {
      string given = s.Trim(Space);
      Match read = Regex.Match(given, @"^(-?)P(?:(\\d+)D)?(?:T(?:(\\d+)H)?(?:(\\d+)M)?(?:(\\d+)(?:\\.(\\d{1,7}))?S)?)?$");
      if (!read.Success || given.EndsWith("P") || given.EndsWith("T")) throw new FormatException("The string '" + s + "' is not a valid TimeSpan value.");
      long Part(int group) => read.Groups[group].Success ? long.Parse(read.Groups[group].Value) : 0;
      long ticks = ((Part(2) * 24 + Part(3)) * 60 + Part(4)) * 60 + Part(5);
      ticks = checked(ticks * 10000000) + (read.Groups[6].Success ? long.Parse(read.Groups[6].Value.PadRight(7, '0')) : 0);
      return new TimeSpan(read.Groups[1].Length > 0 ? -ticks : ticks);
    }
  }`,
]);

declareWritten('System.Xml.Linq', [
  `[Flags] public enum SaveOptions { None = 0, DisableFormatting = 1 }`,
  `public sealed class XName : IEquatable<XName> {
    private readonly XNamespace space;
    private readonly string local;
    internal XName(XNamespace space, string local) { this.space = space; this.local = local; }
    public string LocalName => local;
    public XNamespace Namespace => space;
    public string NamespaceName => space.NamespaceName;
    public static XName Get(string expandedName) {
      if (expandedName == null) throw new ArgumentNullException("expandedName");
      if (expandedName.Length == 0) throw new ArgumentException("'' is an invalid expanded name.");
      if (expandedName[0] != '{') return XNamespace.None.GetName(expandedName);
      int end = expandedName.LastIndexOf('}');
      if (end <= 1 || end == expandedName.Length - 1) throw new ArgumentException("'" + expandedName + "' is an invalid expanded name.");
      return XNamespace.Get(expandedName.Substring(1, end - 1)).GetName(expandedName.Substring(end + 1));
    }
    public static XName Get(string localName, string namespaceName) => XNamespace.Get(namespaceName).GetName(localName);
    public static implicit operator XName(string expandedName) => expandedName != null ? Get(expandedName) : null;
    public static bool operator ==(XName left, XName right) {
      if ((object)left == null || (object)right == null) return (object)left == null && (object)right == null;
      return left.local == right.local && left.NamespaceName == right.NamespaceName;
    }
    public static bool operator !=(XName left, XName right) => !(left == right);
    public override bool Equals(object obj) => obj is XName other && this == other;
    bool IEquatable<XName>.Equals(XName other) => this == other;
    public override int GetHashCode() => ToString().GetHashCode();
    public override string ToString() => space.NamespaceName.Length == 0 ? local : "{" + space.NamespaceName + "}" + local;
  }`,
  `public sealed class XNamespace {
    private readonly string name;
    private XNamespace(string name) { this.name = name; }
    public string NamespaceName => name;
    public static XNamespace None => new XNamespace("");
    public static XNamespace Xml => new XNamespace("http://www.w3.org/XML/1998/namespace");
    public static XNamespace Xmlns => new XNamespace("http://www.w3.org/2000/xmlns/");
    public static XNamespace Get(string namespaceName) { if (namespaceName == null) throw new ArgumentNullException("namespaceName"); return new XNamespace(namespaceName); }
    public XName GetName(string localName) {
      if (localName == null) throw new ArgumentNullException("localName");
      new XmlDocument().CreateElement(localName);
      if (localName.IndexOf(':') >= 0) throw new XmlException("The ':' character, hexadecimal value 0x3A, cannot be included in a name.");
      return new XName(this, localName);
    }
    public static implicit operator XNamespace(string namespaceName) => namespaceName != null ? Get(namespaceName) : null;
    public static XName operator +(XNamespace ns, string localName) { if ((object)ns == null) throw new ArgumentNullException("ns"); return ns.GetName(localName); }
    public static bool operator ==(XNamespace left, XNamespace right) => (object)left == null || (object)right == null ? (object)left == null && (object)right == null : left.name == right.name;
    public static bool operator !=(XNamespace left, XNamespace right) => !(left == right);
    public override bool Equals(object obj) => obj is XNamespace other && this == other;
    public override int GetHashCode() => name.GetHashCode();
    public override string ToString() => name;
  }`,
  `public class XAttribute : XObject {
    internal XAttribute next;
    internal readonly XName name;
    internal string value;
    public XAttribute(XName name, object value) {
      if (name == null) throw new ArgumentNullException("name");
      if (value == null) throw new ArgumentNullException("value");
      this.name = name;
      this.value = XContainer.TextOf(value);
    }
    public XAttribute(XAttribute other) { if (other == null) throw new ArgumentNullException("other"); name = other.name; value = other.value; }
    public static IEnumerable<XAttribute> EmptySequence => new XAttribute[0];
    public XName Name => name;
    public override XmlNodeType NodeType => XmlNodeType.Attribute;
    public string Value { get => value; set { if (value == null) throw new ArgumentNullException("value"); this.value = value; } }
    public bool IsNamespaceDeclaration => name.NamespaceName.Length == 0 ? name.LocalName == "xmlns" : name.NamespaceName == XNamespace.Xmlns.NamespaceName;
    public XAttribute NextAttribute => owner is XElement of && of.last != this ? next : null;
    public XAttribute PreviousAttribute {
      get {
        XElement of = owner as XElement;
        if (of == null) return null;
        XAttribute before = of.last;
        while (before.next != this) before = before.next;
        return before != of.last ? before : null;
      }
    }
    public void SetValue(object value) { if (value == null) throw new ArgumentNullException("value"); Value = XContainer.TextOf(value); }
    public void Remove() {
      if (owner == null) throw new InvalidOperationException("The parent is missing.");
      ((XElement)owner).Take(this);
    }
    public override string ToString() => new LinqWriter(false).Attribute(this);
    ${conversionsOf('XAttribute', 'attribute')}
  }`,
  `public class XDeclaration {
    public XDeclaration(string version, string encoding, string standalone) { Version = version; Encoding = encoding; Standalone = standalone; }
    public XDeclaration(XDeclaration other) { Version = other.Version; Encoding = other.Encoding; Standalone = other.Standalone; }
    public string Version { get; set; }
    public string Encoding { get; set; }
    public string Standalone { get; set; }
    public override string ToString() {
      var made = new StringBuilder("<?xml");
      if (Version != null) made.Append(" version=\\"").Append(Version).Append('"');
      if (Encoding != null) made.Append(" encoding=\\"").Append(Encoding).Append('"');
      if (Standalone != null) made.Append(" standalone=\\"").Append(Standalone).Append('"');
      return made.Append("?>").ToString();
    }
  }`,
]);
