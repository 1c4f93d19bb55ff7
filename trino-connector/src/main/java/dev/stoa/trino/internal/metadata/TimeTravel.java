/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.stoa.trino.internal.metadata;

import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableException;
import dev.stoa.trino.internal.store.StoaErrors;
import io.airlift.slice.Slice;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableVersion;
import io.trino.spi.connector.PointerType;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.DateTimeEncoding;
import io.trino.spi.type.DateType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.LongTimestamp;
import io.trino.spi.type.LongTimestampWithTimeZone;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.TimestampWithTimeZoneType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Set;

/** Finds the version that {@code FOR VERSION AS OF} and {@code FOR TIMESTAMP AS OF} name. */
final class TimeTravel {
    private static final long MILLION = 1_000_000;
    private static final long THOUSAND = 1_000;

    private TimeTravel() {}

    static Snapshot snapshot(Table table, ConnectorTableVersion version, ConnectorSession session) {
        return StoaErrors.unchecked(() -> {
            try {
                return found(table, version, session);
            } catch (TableException e) {
                throw new TrinoException(StandardErrorCode.INVALID_ARGUMENTS, e.getMessage(), e);
            }
        });
    }

    private static Snapshot found(Table table, ConnectorTableVersion version, ConnectorSession session)
            throws IOException {
        Type type = version.getVersionType();
        if (version.getPointerType() == PointerType.TEMPORAL) {
            ZoneId zone = session.getTimeZoneKey().getZoneId();
            return table.snapshotAt(instant(type, version.getVersion(), zone));
        }
        Optional<String> name = name(version);
        if (name.isPresent()) {
            return named(table, name.get());
        }
        return switch (type) {
            case BigintType _, IntegerType _, SmallintType _, TinyintType _ ->
                table.snapshotAt((Long) version.getVersion());
            default ->
                throw StoaErrors.unsupported(
                        "a version is a number, or the name of a tag or a branch, such as in FOR VERSION AS OF 3, no "
                                + type);
        };
    }

    /** The name of a tag or a branch. */
    static Optional<String> name(ConnectorTableVersion version) {
        return Optional.of(version)
                .filter(it ->
                        it.getPointerType() == PointerType.TARGET_ID && it.getVersionType() instanceof VarcharType)
                .map(it -> ((Slice) it.getVersion()).toStringUtf8());
    }

    private static Snapshot named(Table table, String name) throws IOException {
        Snapshot newest = table.lastKnown();
        if (name.equals(BranchStatements.MAIN)) {
            return newest;
        }
        if (newest.properties().version(name).isEmpty()) {
            Set<String> tags = newest.properties().tags().keySet();
            throw new TableException(table + ": no tag or branch '" + name + "'; the tags are " + tags
                    + ", the branches " + BranchStatements.names(newest));
        }
        return table.snapshotAt(name);
    }

    private static Instant instant(Type type, Object value, ZoneId zone) {
        return switch (type) {
            case DateType _ ->
                LocalDate.ofEpochDay((Long) value).atStartOfDay(zone).toInstant();
            case TimestampType _
            when value instanceof LongTimestamp wide ->
                local(wide.getEpochMicros(), wide.getPicosOfMicro() / THOUSAND, zone);
            case TimestampType _ -> local((Long) value, 0, zone);
            case TimestampWithTimeZoneType _
            when value instanceof LongTimestampWithTimeZone wide ->
                Instant.ofEpochMilli(wide.getEpochMillis()).plusNanos(wide.getPicosOfMilli() / THOUSAND);
            case TimestampWithTimeZoneType _ -> Instant.ofEpochMilli(DateTimeEncoding.unpackMillisUtc((Long) value));
            default -> throw StoaErrors.unsupported("FOR TIMESTAMP AS OF takes a date or a timestamp, no " + type);
        };
    }

    private static Instant local(long micros, long nanos, ZoneId zone) {
        long second = Math.floorDiv(micros, MILLION);
        long rest = Math.floorMod(micros, MILLION) * THOUSAND + nanos;
        return LocalDateTime.ofEpochSecond(second, (int) rest, ZoneOffset.UTC)
                .atZone(zone)
                .toInstant();
    }
}
