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
package dev.stoa.interop.orc;

import dev.stoa.interop.FileLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.orc.ColumnStatistics;
import org.apache.orc.DateColumnStatistics;
import org.apache.orc.DecimalColumnStatistics;
import org.apache.orc.DoubleColumnStatistics;
import org.apache.orc.IntegerColumnStatistics;
import org.apache.orc.Reader;
import org.apache.orc.StringColumnStatistics;
import org.apache.orc.TypeDescription;

/** Sums up the footer of an ORC file by column. */
final class FooterLayout {
    private FooterLayout() {}

    static FileLayout of(Reader reader) {
        List<FileLayout.Column> columns = new ArrayList<>();
        add(reader, reader.getSchema(), "", columns);
        int stripes = reader.getStripes().size();
        return new FileLayout(
                reader.getNumberOfRows(),
                List.of(
                        stripes + (stripes == 1 ? " stripe" : " stripes"),
                        "compressed by " + reader.getCompressionKind(),
                        "written by " + reader.getSoftwareVersion()),
                columns);
    }

    private static void add(Reader reader, TypeDescription type, String path, List<FileLayout.Column> columns) {
        if (type.getChildren() != null && !type.getChildren().isEmpty()) {
            for (int i = 0; i < type.getChildren().size(); i++) {
                String name = type.getCategory() == TypeDescription.Category.STRUCT
                        ? type.getFieldNames().get(i)
                        : String.valueOf(i);
                add(reader, type.getChildren().get(i), path.isEmpty() ? name : path + "." + name, columns);
            }
            return;
        }
        ColumnStatistics statistics = reader.getStatistics()[type.getId()];
        boolean isTopLevel = path.indexOf('.') < 0;
        columns.add(new FileLayout.Column(
                path,
                type.toString(),
                "",
                OptionalLong.of(statistics.getBytesOnDisk()),
                OptionalLong.empty(),
                isTopLevel
                        ? OptionalLong.of(reader.getNumberOfRows() - statistics.getNumberOfValues())
                        : OptionalLong.empty(),
                bound(statistics, true),
                bound(statistics, false)));
    }

    /** A bound as text. The bounds of timestamps depend on time zones, and are left out. */
    private static Optional<String> bound(ColumnStatistics statistics, boolean isMin) {
        if (statistics.getNumberOfValues() == 0) {
            return Optional.empty();
        }
        Object bound = null;
        if (statistics instanceof IntegerColumnStatistics s) {
            bound = isMin ? s.getMinimum() : s.getMaximum();
        } else if (statistics instanceof DoubleColumnStatistics s) {
            bound = isMin ? s.getMinimum() : s.getMaximum();
        } else if (statistics instanceof StringColumnStatistics s) {
            bound = isMin ? s.getMinimum() : s.getMaximum();
        } else if (statistics instanceof DateColumnStatistics s) {
            bound = isMin ? s.getMinimumLocalDate() : s.getMaximumLocalDate();
        } else if (statistics instanceof DecimalColumnStatistics s) {
            bound = isMin ? s.getMinimum() : s.getMaximum();
        }
        return Optional.ofNullable(bound).map(Object::toString);
    }
}
