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
package dev.stoa.interop.parquet;

import dev.stoa.interop.FileLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.schema.PrimitiveType;

/** Sums up the footer of a Parquet file by column. */
final class FooterLayout {
    private FooterLayout() {}

    static FileLayout of(ParquetInput input, List<BlockMetaData> groups) {
        Map<String, Sum> sums = new LinkedHashMap<>();
        for (BlockMetaData group : groups) {
            for (ColumnChunkMetaData chunk : group.getColumns()) {
                sums.computeIfAbsent(chunk.getPath().toDotString(), path -> new Sum(chunk.getPrimitiveType()))
                        .add(chunk);
            }
        }
        List<FileLayout.Column> columns = new ArrayList<>();
        sums.forEach((path, sum) -> columns.add(sum.column(path)));
        return new FileLayout(
                input.rowCount(),
                List.of(
                        groups.size() + (groups.size() == 1 ? " row group" : " row groups"),
                        "written by " + input.createdBy()),
                columns);
    }

    /** The chunks of one column. */
    private static final class Sum {
        private final PrimitiveType type;
        private final Set<String> encodings = new TreeSet<>();
        private final Set<String> codecs = new TreeSet<>();
        private long bytes;
        private long plainBytes;
        private long nulls;
        private boolean hasNulls = true;
        private boolean hasBounds = true;
        private Optional<Statistics<?>> bounds = Optional.empty();

        Sum(PrimitiveType type) {
            this.type = type;
        }

        void add(ColumnChunkMetaData chunk) {
            chunk.getEncodings().forEach(encoding -> encodings.add(encoding.name()));
            codecs.add(chunk.getCodec().name());
            bytes += chunk.getTotalSize();
            plainBytes += chunk.getTotalUncompressedSize();
            Statistics<?> statistics = chunk.getStatistics();
            hasNulls &= statistics != null && statistics.isNumNullsSet();
            nulls += hasNulls ? statistics.getNumNulls() : 0;
            boolean isAllNull = hasNulls && statistics.getNumNulls() == chunk.getValueCount();
            hasBounds &= isAllNull || (statistics != null && statistics.hasNonNullValue());
            if (hasBounds && !isAllNull) {
                if (bounds.isPresent()) {
                    bounds.get().mergeStatistics(statistics);
                } else {
                    bounds = Optional.of(statistics.copy());
                }
            }
        }

        FileLayout.Column column(String path) {
            Optional<Statistics<?>> known = bounds.filter(found -> hasBounds);
            return new FileLayout.Column(
                    path,
                    type.getLogicalTypeAnnotation() == null
                            ? type.getPrimitiveTypeName().name()
                            : type.getLogicalTypeAnnotation().toString(),
                    String.join(", ", encodings) + "; " + String.join(", ", codecs),
                    OptionalLong.of(bytes),
                    OptionalLong.of(plainBytes),
                    hasNulls ? OptionalLong.of(nulls) : OptionalLong.empty(),
                    known.map(Statistics::minAsString),
                    known.map(Statistics::maxAsString));
        }
    }
}
